import OpenAI from 'openai';
import { z } from 'zod';
import { asModelError, ModelAnswerError } from './errors.ts';
import type { ModelSettings } from './options.ts';
import type { Call } from './plan-calls.ts';
import { repairMessage, system, userMessage } from './prompt.ts';
import { type Answer, missingItems, sections } from './sections.ts';

/** A model that questions can be put to. The SDK tries nothing again by itself: that is the caller's queue's work. */
export interface Asker {
  /** @throws ModelError */
  ask(call: Call, signal?: AbortSignal): Promise<{ answer: Answer; tokens: number }>;
}

type Message = OpenAI.Chat.Completions.ChatCompletionMessageParam;

export function createAsker(settings: ModelSettings): Asker {
  const client = new OpenAI({
    apiKey: settings.apiKey ?? 'none',
    maxRetries: 0,
    timeout: settings.timeoutMs,
    ...(settings.baseUrl ? { baseURL: settings.baseUrl } : {}),
    ...(settings.fetch ? { fetch: settings.fetch } : {}),
  });
  return {
    async ask(call, signal) {
      const messages: Message[] = [
        { role: 'system', content: system },
        { role: 'user', content: userMessage(call.section, call.pages) },
      ];
      const first = await complete(client, settings, call, messages, signal);
      const read = readAnswer(call, first.content);
      if (read.answer && read.problems.length === 0) return { answer: read.answer, tokens: first.tokens };
      messages.push(
        { role: 'assistant', content: first.content },
        { role: 'user', content: repairMessage(read.problems) },
      );
      const second = await complete(client, settings, call, messages, signal);
      const again = readAnswer(call, second.content);
      const answer = again.answer ?? read.answer;
      if (!answer)
        throw new ModelAnswerError(
          `No valid answer for ${call.section}: ${again.problems[0] ?? 'unreadable'}`,
        );
      return { answer, tokens: first.tokens + second.tokens };
    },
  };
}

async function complete(
  client: OpenAI,
  settings: ModelSettings,
  call: Call,
  messages: Message[],
  signal: AbortSignal | undefined,
): Promise<{ content: string; tokens: number }> {
  try {
    const completion = await client.chat.completions.create(
      {
        model: settings.model,
        messages,
        max_completion_tokens: settings.maxOutputTokens,
        response_format: {
          type: 'json_schema',
          json_schema: {
            name: call.section,
            strict: true,
            schema: z.toJSONSchema(sections[call.section].answer),
          },
        },
      },
      signal ? { signal } : {},
    );
    return {
      content: completion.choices?.[0]?.message?.content ?? '',
      tokens: completion.usage?.total_tokens ?? 0,
    };
  } catch (error) {
    signal?.throwIfAborted();
    throw asModelError(error);
  }
}

/** The answer if it fits its schema, and what is wrong with it. A list shorter than counted fits, but is not whole. */
export function readAnswer(call: Call, content: string): { answer: Answer | null; problems: string[] } {
  let json: unknown;
  try {
    json = JSON.parse(content);
  } catch {
    return { answer: null, problems: ['it is not JSON'] };
  }
  const parsed = answerSchema.safeParse({ section: call.section, answer: json });
  if (!parsed.success) {
    return {
      answer: null,
      problems: parsed.error.issues.map(
        ({ path, message }) => `${path.slice(1).join('.') || 'answer'}: ${message}`,
      ),
    };
  }
  return { answer: parsed.data, problems: missingItems(parsed.data) };
}

export const answerSchema = z.discriminatedUnion('section', [
  z.object({ section: z.literal('identity'), answer: sections.identity.answer }),
  z.object({ section: z.literal('dates'), answer: sections.dates.answer }),
  z.object({ section: z.literal('money'), answer: sections.money.answer }),
  z.object({ section: z.literal('contact'), answer: sections.contact.answer }),
  z.object({ section: z.literal('lots'), answer: sections.lots.answer }),
  z.object({ section: z.literal('criteria'), answer: sections.criteria.answer }),
  z.object({ section: z.literal('lists'), answer: sections.lists.answer }),
]);
