import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { z } from 'zod';
import { waitFor } from './wait-for.ts';

/** What the tests read of a tender; the API's own schemas are checked elsewhere. */
const tenderSchema = z.looseObject({
  id: z.string(),
  status: z.enum(['received', 'processing', 'ready', 'ready_with_warnings', 'failed']),
  version: z.number(),
  pages: z.object({ total: z.number(), done: z.number(), failed: z.number() }),
  documents: z.array(
    z.looseObject({
      id: z.string(),
      filename: z.string(),
      status: z.string(),
      code: z.string().nullish(),
      message: z.string().nullish(),
    }),
  ),
  fields: z.array(
    z.looseObject({
      name: z.string(),
      value: z.unknown(),
      status: z.string(),
      evidence: z.array(
        z.looseObject({
          documentId: z.string(),
          page: z.number(),
          quote: z.string(),
          boxes: z.array(z.array(z.number())),
        }),
      ),
    }),
  ),
});
export type TenderView = z.infer<typeof tenderSchema>;

/** Speaks HTTP as curl would, with one key. */
export interface Client {
  upload(
    files: (string | { filename: string; bytes: Uint8Array<ArrayBuffer> })[],
    fields?: Record<string, string>,
  ): Promise<TenderView>;
  tender(id: string): Promise<TenderView>;
  /** The tender once nothing more will happen to it. */
  finished(id: string, deadline?: number): Promise<TenderView>;
  get(path: string): Promise<Response>;
}

export function createClient(url: string, key: string): Client {
  const headers = { authorization: `Bearer ${key}` };
  const get = (path: string): Promise<Response> =>
    fetch(new URL(path, url), { headers, signal: AbortSignal.timeout(60_000) });
  const tender = async (id: string): Promise<TenderView> => {
    const response = await get(`/v1/tenders/${id}`);
    if (response.status !== 200) throw new Error(`GET tender: ${response.status} ${await response.text()}`);
    return tenderSchema.parse(await response.json());
  };
  return {
    get,
    tender,
    async upload(files, fields = {}) {
      const form = new FormData();
      for (const [name, value] of Object.entries(fields)) form.set(name, value);
      for (const file of files) {
        const { filename, bytes } =
          typeof file === 'string'
            ? { filename: basename(file), bytes: new Uint8Array(await readFile(file)) }
            : file;
        form.append('file', new Blob([bytes], { type: 'application/pdf' }), filename);
      }
      const response = await fetch(new URL('/v1/tenders', url), {
        method: 'POST',
        headers,
        body: form,
        signal: AbortSignal.timeout(60_000),
      });
      if (response.status !== 202) throw new Error(`upload: ${response.status} ${await response.text()}`);
      const { id } = z.looseObject({ id: z.string() }).parse(await response.json());
      return await tender(id);
    },
    finished(id, deadline = 240_000) {
      return waitFor(
        `tender ${id} to be finished`,
        async (seen) => {
          const now = await tender(id);
          seen({ status: now.status, pages: now.pages, documents: now.documents });
          return ['ready', 'ready_with_warnings', 'failed'].includes(now.status) ? now : null;
        },
        deadline,
      );
    },
  };
}
