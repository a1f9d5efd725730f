import { z } from 'zod';

/**
 * Where answers are kept between calls, so that a retry pays only for what is missing. Keys are hashes over the
 * text, the section, the prompt's version and the model; values are JSON.
 */
export interface AnswerStore {
  get(key: string): Promise<unknown>;
  put(key: string, answer: unknown): Promise<void>;
}

/** An OpenAI-compatible model: OpenAI, Azure OpenAI, Ollama, vLLM. */
export const modelOptions = z.object({
  model: z.string().min(1),
  /** Local servers need none. */
  apiKey: z.string().min(1).optional(),
  /** Such as "http://localhost:11434/v1"; OpenAI's without it. */
  baseUrl: z.url({ protocol: /^https?$/ }).optional(),
  /** Of one call, milliseconds. */
  timeoutMs: z.int().min(100).max(600_000).default(90_000),
  /** Of one answer, tokens. */
  maxOutputTokens: z.int().min(100).max(32_000).default(3000),
  /** Of one call's document text, characters. */
  maxCharacters: z.int().min(1000).max(400_000).default(24_000),
  /** Of all calls for one tender, tokens as the server counts them. When it is spent, the rules' values stand. */
  maxTotalTokens: z.int().min(1000).default(400_000),
  /** Calls at the same time. */
  concurrency: z.int().min(1).max(16).default(3),
  /** Replaces the runtime's fetch. */
  fetch: z.custom<typeof globalThis.fetch>((value) => typeof value === 'function').optional(),
  answers: z
    .custom<AnswerStore>(
      (value) => typeof value === 'object' && value !== null && 'get' in value && 'put' in value,
    )
    .optional(),
});

export type ModelOptions = z.input<typeof modelOptions>;
export type ModelSettings = z.output<typeof modelOptions>;
