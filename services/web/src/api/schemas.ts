import * as z from 'zod/mini';

/**
 * What this app reads of the API's answers: the fields it shows, no more, so that an added one changes nothing here.
 * `z.nullish` stands for "absent or null": both mean that there is none.
 */

// Zod's compiled validators need `eval`, which the page's CSP forbids; asking whether it is allowed is a violation too.
z.config({ jitless: true });

const count = z.number();
const time = z.string();
const text = z.nullish(z.string());

/** x0, y0, x1, y1 in points of the page as displayed, origin top left. */
const box = z.tuple([z.number(), z.number(), z.number(), z.number()]);
export type Box = z.infer<typeof box>;

const evidence = z.object({
  documentId: z.string(),
  page: z.number(),
  quote: z.string(),
  boxes: z.array(box),
});
export type Evidence = z.infer<typeof evidence>;

const field = z.object({
  name: z.string(),
  value: z.unknown(),
  text: z.string(),
  confidence: z.number(),
  status: z.enum(['verified', 'unverified', 'corrected', 'approved']),
  source: z.enum(['rules', 'llm', 'person']),
  evidence: z.array(evidence),
  supersedes: z.nullish(z.looseObject({ value: z.unknown(), text })),
});
export type Field = z.infer<typeof field>;

const absent = z.object({
  name: z.string(),
  reason: z.enum(['stated_absent', 'not_found', 'unreadable']),
  evidence: z.nullish(z.array(evidence)),
});
export type Absent = z.infer<typeof absent>;

const warning = z.object({
  code: z.string(),
  message: z.string(),
  documentId: text,
  page: z.nullish(z.number()),
});
export type Warning = z.infer<typeof warning>;

const document = z.object({
  id: z.string(),
  filename: z.string(),
  status: z.enum(['received', 'processing', 'ready', 'failed']),
  kind: text,
  pageCount: z.nullish(z.number()),
  duplicateOf: text,
  code: text,
  message: text,
});
export type TenderDocument = z.infer<typeof document>;

const status = z.enum(['received', 'processing', 'ready', 'ready_with_warnings', 'failed']);
export type TenderStatus = z.infer<typeof status>;

const pageCounts = z.object({ total: count, done: count, failed: count });

const summary = {
  id: z.string(),
  title: text,
  status,
  version: z.number(),
  pages: pageCounts,
  createdAt: time,
  finishedAt: text,
};

const listed = z.object({
  ...summary,
  documents: z.array(document),
  fields: z.nullish(z.array(field)),
});
export type ListedTender = z.infer<typeof listed>;

export const tenderListSchema = z.object({ items: z.array(listed), nextCursor: text });

export const tenderSchema = z.object({
  ...summary,
  documents: z.array(document),
  fields: z.array(field),
  absent: z.array(absent),
  warnings: z.array(warning),
  code: text,
  message: text,
});
export type Tender = z.infer<typeof tenderSchema>;

/** Of the answer to an upload, only where to go. */
export const uploadedSchema = z.object({ id: z.string() });

export const pageSchema = z.object({
  page: z.number(),
  status: z.enum(['pending', 'done', 'failed']),
  source: z.nullish(z.enum(['text_layer', 'ocr', 'mixed', 'blank'])),
  message: text,
  width: z.number(),
  height: z.number(),
  confidence: z.nullish(z.number()),
  text,
});
export type Page = z.infer<typeof pageSchema>;

const worker = z.object({
  id: z.string(),
  service: z.string(),
  host: z.string(),
  pid: z.number(),
  types: z.array(z.string()),
  startedAt: time,
  heartbeatAt: time,
  running: z.number(),
  state: z.enum(['alive', 'silent', 'dead']),
});
export type Worker = z.infer<typeof worker>;
export const workersSchema = z.array(worker);

const seconds = z.nullish(z.number());
const queueType = z.object({
  type: z.string(),
  paused: z.boolean(),
  counts: z.object({
    queued: count,
    scheduled: count,
    running: count,
    done: count,
    failed: count,
    cancelled: count,
  }),
  oldestQueuedSeconds: seconds,
  failedLastHour: count,
  attemptsPerCompleted: z.nullish(z.number()),
  durationSeconds: z.nullish(z.object({ p50: seconds, p95: seconds })),
});
export type QueueType = z.infer<typeof queueType>;
export const queueSchema = z.object({ types: z.array(queueType) });
