import { openAsBlob } from 'node:fs';
import { basename } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';

const tender = z.object({
  id: z.string(),
  status: z.enum(['received', 'processing', 'ready', 'ready_with_warnings', 'failed']),
  fields: z.array(z.object({ name: z.string(), value: z.unknown(), status: z.string() })).default([]),
});
export type Tender = z.infer<typeof tender>;

/** The three calls a user of the API makes first, over HTTP as curl would. */
export function tenderClient(base: string, key: string) {
  const headers = { authorization: `Bearer ${key}` };
  async function call(path: string, init: RequestInit = {}): Promise<Response> {
    return await fetch(`${base}${path}`, { ...init, headers, signal: AbortSignal.timeout(30_000) });
  }
  return {
    async upload(...files: string[]): Promise<string> {
      const form = new FormData();
      for (const file of files) form.append('file', await openAsBlob(file), basename(file));
      const response = await call('/v1/tenders', { method: 'POST', body: form });
      const text = await response.text();
      if (response.status !== 202)
        throw new Error(`the upload was answered with ${response.status}: ${text}`);
      return z.object({ id: z.string() }).parse(JSON.parse(text)).id;
    },
    async get(id: string): Promise<Tender> {
      const response = await call(`/v1/tenders/${id}`);
      if (!response.ok) throw new Error(`tender ${id} was answered with ${response.status}`);
      return tender.parse(await response.json());
    },
    /** Waits until the tender is through, at most `deadline` ms. */
    async finished(id: string, deadline: number): Promise<Tender> {
      const end = performance.now() + deadline;
      for (;;) {
        const now = await this.get(id);
        if (now.status !== 'received' && now.status !== 'processing') return now;
        if (performance.now() > end)
          throw new Error(`tender ${id} is still ${now.status} after ${deadline} ms`);
        await sleep(1_000);
      }
    },
    status: async (path: string): Promise<number> => (await call(path)).status,
  };
}
