import { evidence } from '@tender/extraction';
import { z } from 'zod';

const documentStatus = z.enum(['received', 'processing', 'ready', 'failed']);
const pageSource = z.enum(['text_layer', 'ocr', 'mixed', 'blank']);

export const pageCounts = z
  .object({ total: z.int(), done: z.int(), failed: z.int() })
  .describe('Pages known so far; total is 0 until a document has been inspected');

export const warningSchema = z
  .object({
    code: z.string(),
    documentId: z.uuid().optional(),
    page: z.int().min(1).optional(),
    field: z.string().optional().describe('The field that it is about'),
    message: z.string(),
    evidence: z.array(evidence).optional().describe('What contradicts, one place each'),
  })
  .meta({ id: 'Warning', description: 'Something a person should look at' });

const documentFields = {
  id: z.uuid(),
  filename: z.string().describe('For display: what the uploader called it, without folders and controls'),
  sha256: z.string().describe('Of the bytes, hex'),
  bytes: z.int(),
  status: documentStatus,
  duplicateOf: z
    .uuid()
    .nullable()
    .describe(
      'An earlier document of this tender with the same bytes; it is read once, and this one follows it',
    ),
};

/** A document as an upload answers it. */
export const uploadedDocumentSchema = z.object(documentFields).meta({ id: 'UploadedDocument' });

export const documentSchema = z
  .object({
    ...documentFields,
    tenderId: z.uuid(),
    version: z.int().describe('The version of the tender that it came with'),
    kind: z
      .string()
      .nullable()
      .describe('notice, specification, annex, addendum, other; null until it is known'),
    language: z.string().nullable(),
    pageCount: z.int().nullable(),
    pages: pageCounts,
    code: z.string().nullable().describe('Why it failed'),
    message: z.string().nullable().describe('Why it failed and what to do, for a person'),
    warnings: z.array(warningSchema),
    createdAt: z.iso.datetime(),
    finishedAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'Document' });

/** x0, y0, x1, y1 in PDF points of the page as displayed (after /Rotate), origin top left. */
const box = z.tuple([z.number(), z.number(), z.number(), z.number()]);

export const pageSchema = z
  .object({
    page: z.int().min(1),
    status: z.enum(['pending', 'done', 'failed']),
    source: pageSource.nullable().describe('Where the words come from; null until the page has been read'),
    reason: z.string().nullable().describe('Code of a failure, or why the text layer was or was not trusted'),
    message: z.string().nullable(),
    width: z.number().describe('PDF points, as displayed'),
    height: z.number(),
    rotate: z.int(),
    confidence: z.number().nullable().describe('Of the recognition, 0–1'),
    text: z.string().nullable(),
    words: z.array(
      z.object({
        text: z.string(),
        box,
        confidence: z.number(),
        line: z.int().describe('Index of its line in reading order, from 0'),
      }),
    ),
    warnings: z.array(z.object({ code: z.string(), message: z.string() })),
  })
  .meta({ id: 'Page' });

export type DocumentView = z.infer<typeof documentSchema>;
export type PageView = z.infer<typeof pageSchema>;
export type WarningView = z.infer<typeof warningSchema>;
export type PageCounts = z.infer<typeof pageCounts>;
