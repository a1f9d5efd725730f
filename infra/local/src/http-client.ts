import { z } from 'zod';

const tenderSchema = z.looseObject({
  id: z.string(),
  status: z.string(),
  pages: z.object({ total: z.number(), done: z.number(), failed: z.number() }),
  documents: z.array(z.looseObject({ id: z.string(), filename: z.string(), status: z.string() })),
  fields: z.array(
    z.looseObject({
      name: z.string(),
      text: z.string(),
      status: z.string(),
      evidence: z.array(z.looseObject({ page: z.number() })),
    }),
  ),
});
export type Tender = z.infer<typeof tenderSchema>;

/** Uploads one package. @throws Error with the API's answer */
export async function upload(
  url: string,
  apiKey: string,
  files: { filename: string; bytes: Uint8Array<ArrayBuffer> }[],
): Promise<string> {
  const form = new FormData();
  for (const { filename, bytes } of files)
    form.append('file', new Blob([bytes], { type: 'application/pdf' }), filename);
  const response = await fetch(new URL('/v1/tenders', url), {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}` },
    body: form,
    signal: AbortSignal.timeout(60_000),
  });
  if (response.status !== 202)
    throw new Error(`The upload was refused: ${response.status} ${await response.text()}`);
  return z.looseObject({ id: z.string() }).parse(await response.json()).id;
}

export async function getTender(url: string, apiKey: string, id: string): Promise<Tender> {
  const response = await fetch(new URL(`/v1/tenders/${id}`, url), {
    headers: { authorization: `Bearer ${apiKey}` },
    signal: AbortSignal.timeout(30_000),
  });
  if (response.status !== 200)
    throw new Error(`The tender could not be read: ${response.status} ${await response.text()}`);
  return tenderSchema.parse(await response.json());
}

export const finished = (tender: Tender): boolean =>
  ['ready', 'ready_with_warnings', 'failed'].includes(tender.status);
