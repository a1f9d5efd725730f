import type { Limits } from './limits.ts';
import type { Inspection, Language, PageResult } from './types.ts';

/** What the reader asks of its child process. */
export type Ask =
  | { method: 'inspect'; file: string; languages?: Language[] }
  | { method: 'read'; file: string; page: number; languages: Language[] }
  | { method: 'render'; file: string; page: number; width: number };

export type Request = Ask & { id: number; limits: Limits };

export type Answer =
  | { id: number; ok: true; inspection: Inspection }
  | { id: number; ok: true; read: Omit<PageResult, 'durationMs'> }
  | { id: number; ok: true; png: string }
  | { id: number; ok: false; kind: 'document' | 'page'; code: string; message: string };
