import { absent, field } from '@tender/extraction';
import { z } from 'zod';
import { documentSchema, pageCounts, uploadedDocumentSchema, warningSchema } from './documents.ts';
import { plainText } from './text.ts';

const tenderStatus = z.enum(['received', 'processing', 'ready', 'ready_with_warnings', 'failed']);

/** The form fields of an upload, beside its files. Values are text, as in every form. */
export const uploadFieldsSchema = z.object({
  title: plainText(500).optional().describe('What you call it; the title as printed is a field'),
  externalId: plainText(200).optional().describe('Its id in your own system'),
  priority: z
    .string()
    .trim()
    .regex(/^-?\d{1,2}$/, 'must be a whole number from -10 to 10')
    .transform(Number)
    .refine((n) => n >= -10 && n <= 10, 'must be a whole number from -10 to 10')
    .optional()
    .describe('Higher is read first among your own tenders; -10 to 10, 0 by default'),
});
export type UploadFields = z.output<typeof uploadFieldsSchema>;

/** The form as it is documented; what comes in is read as a stream, never as one object. */
export const uploadFormSchema = z.object({
  file: z
    .array(z.file().meta({ type: 'string', format: 'binary' }))
    .min(1)
    .describe('One part named "file" for each PDF'),
  title: z.string().max(500).optional(),
  externalId: z.string().max(200).optional(),
  priority: z.int().min(-10).max(10).optional(),
});

export const uploadedSchema = z
  .object({
    id: z.uuid(),
    status: tenderStatus,
    version: z.int(),
    documents: z.array(uploadedDocumentSchema).describe('The documents of this upload'),
  })
  .meta({ id: 'Uploaded' });

const summary = {
  id: z.uuid(),
  title: z.string().nullable().describe('As its uploader named it; the printed title is a field'),
  externalId: z.string().nullable(),
  priority: z.int(),
  status: tenderStatus.describe('Of the newest version'),
  version: z.int().describe('The version whose fields these are: the newest that is finished, or the first'),
  latestVersion: z.int().describe('The newest version, finished or not'),
  pages: pageCounts,
  documents: z.array(documentSchema),
  createdAt: z.iso.datetime(),
  finishedAt: z.iso.datetime().nullable().describe('When the newest version was finished'),
};

const listedTenderSchema = z
  .object({
    ...summary,
    fields: z.array(field).describe('Only title, buyer, reference and submissionDeadline'),
  })
  .meta({ id: 'ListedTender' });

export const tenderListSchema = z.object({
  items: z.array(listedTenderSchema).describe('Newest first'),
  nextCursor: z.string().nullable().describe('Null on the last page'),
});

export const tenderSchema = z
  .object({
    ...summary,
    language: z.string().nullable(),
    fields: z.array(field),
    absent: z.array(absent),
    warnings: z.array(warningSchema),
    code: z.string().nullable().describe('Why the newest version failed'),
    message: z.string().nullable().describe('Why it failed and what to do, for a person'),
    versions: z.array(
      z.object({
        version: z.int(),
        status: tenderStatus,
        createdAt: z.iso.datetime(),
        finishedAt: z.iso.datetime().nullable(),
      }),
    ),
  })
  .meta({ id: 'Tender' });

export const tenderQuery = z.object({
  version: z.coerce
    .number()
    .int()
    .min(1)
    .max(2_147_483_647)
    .optional()
    .describe('An older version; without it the newest that is finished'),
});

export type TenderView = z.infer<typeof tenderSchema>;
export type ListedTender = z.infer<typeof listedTenderSchema>;
export type Uploaded = z.infer<typeof uploadedSchema>;
