import type { MomentContext } from '../parse/moments.ts';
import type { Candidate } from '../rules/candidate.ts';
import type { Warning } from '../schema/field.ts';
import type { DocumentInput } from '../schema/input.ts';
import { answerSchema, createAsker } from './ask.ts';
import { ModelAnswerError } from './errors.ts';
import { groundAnswer } from './ground.ts';
import type { ModelSettings } from './options.ts';
import { type Call, planCalls } from './plan-calls.ts';
import type { Answer } from './sections.ts';

/**
 * Asks a model about all pages. An answer is stored before it is used, so that a crash or a retry never pays
 * for it twice. A section without a valid answer is left out and said so; a model that is down, busy or refused
 * ends the whole with its ModelError, and what was answered until then is kept in the store.
 */
export interface ModelReading {
  /** By document. */
  candidates: Map<string, Candidate[]>;
  warnings: Warning[];
}

export async function askModel(
  documents: readonly { input: DocumentInput; context: MomentContext }[],
  settings: ModelSettings,
  signal?: AbortSignal,
): Promise<ModelReading> {
  const asker = createAsker(settings);
  const calls = planCalls(
    documents.map(({ input }) => input),
    settings.model,
    settings.maxCharacters,
  );
  const contexts = new Map(documents.map(({ input, context }) => [input.id, context]));
  const reading: ModelReading = { candidates: new Map(), warnings: [] };
  const answers: (Answer | null)[] = calls.map(() => null);
  const halt = new AbortController();
  const until = signal ? AbortSignal.any([signal, halt.signal]) : halt.signal;
  let tokens = 0;
  let next = 0;
  const work = async () => {
    while (next < calls.length) {
      const index = next;
      next += 1;
      const call = calls[index];
      if (!call) return;
      until.throwIfAborted();
      const stored = await fromStore(call, settings);
      if (stored) {
        answers[index] = stored;
        continue;
      }
      if (tokens >= settings.maxTotalTokens) return;
      try {
        const { answer, tokens: used } = await asker.ask(call, until);
        tokens += used;
        await settings.answers?.put(call.key, answer);
        answers[index] = answer;
      } catch (error) {
        if (!(error instanceof ModelAnswerError)) throw error;
        reading.warnings.push(incomplete(call, error.message));
      }
    }
  };
  const workers = Array.from({ length: settings.concurrency }, () =>
    work().catch((error: unknown) => {
      halt.abort(error);
      throw error;
    }),
  );
  const [failed] = (await Promise.allSettled(workers)).filter((one) => one.status === 'rejected');
  signal?.throwIfAborted();
  if (failed) throw halt.signal.reason;
  if (tokens >= settings.maxTotalTokens && answers.includes(null)) reading.warnings.push(spent(settings));
  for (const [index, call] of calls.entries()) {
    const answer = answers[index];
    const context = contexts.get(call.documentId);
    if (!answer || !context) continue;
    const own = reading.candidates.get(call.documentId) ?? [];
    own.push(...groundAnswer(answer, call, context));
    reading.candidates.set(call.documentId, own);
  }
  return reading;
}

async function fromStore(call: Call, { answers }: ModelSettings): Promise<Answer | null> {
  const stored = await answers?.get(call.key);
  const parsed = answerSchema.safeParse(stored);
  return parsed.success && parsed.data.section === call.section ? parsed.data : null;
}

function incomplete(call: Call, message: string): Warning {
  return {
    code: 'model_answer_incomplete',
    documentId: call.documentId,
    message: `The model gave no usable answer about ${call.section} of pages ${call.pages[0]?.page}–${call.pages.at(-1)?.page}: ${message}`,
  };
}

function spent({ maxTotalTokens }: ModelSettings): Warning {
  return {
    code: 'model_budget_spent',
    message: `The limit of ${maxTotalTokens} tokens for one tender was reached; the rest was read by rules only.`,
  };
}
