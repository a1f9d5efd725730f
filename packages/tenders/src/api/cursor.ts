import { z } from 'zod';

/**
 * Where a list goes on: the sort key of the last item, packed so that clients don't build on its form. It isn't
 * secret and isn't trusted; what it names is looked up under the caller's tenant like everything else.
 */
const position = z.tuple([z.iso.datetime({ offset: true }), z.uuid()]);

export type TenderPosition = { createdAt: string; id: string };

export function encodeCursor(at: TenderPosition): string {
  return Buffer.from(JSON.stringify([at.createdAt, at.id])).toString('base64url');
}

/** @returns null for anything that encodeCursor did not make */
export function decodeCursor(cursor: string): TenderPosition | null {
  let parsed: unknown;
  try {
    parsed = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
  } catch {
    return null;
  }
  const result = position.safeParse(parsed);
  if (!result.success) return null;
  const [createdAt, id] = result.data;
  return { createdAt, id };
}

/** The query of a paged list. */
export const listQuery = z.object({
  limit: z.coerce.number().int().min(1).max(100).default(25).describe('Items on a page, 1–100'),
  cursor: z
    .string()
    .max(500)
    .transform((text, ctx) => {
      const at = decodeCursor(text);
      if (at !== null) return at;
      ctx.addIssue({ code: 'custom', message: 'is not a cursor of this list', input: text });
      return z.NEVER;
    })
    .optional()
    .describe('`nextCursor` of the page before'),
});
