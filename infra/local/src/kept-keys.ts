import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

const keysSchema = z.object({ apiKey: z.string(), operatorKey: z.string() });

/** The demo's keys, the same at every start of one data folder. */
export async function keptKeys(dataDir: string): Promise<z.infer<typeof keysSchema>> {
  const file = join(dataDir, 'keys.json');
  const text = await readFile(file, 'utf8').catch(() => null);
  if (text !== null) return keysSchema.parse(JSON.parse(text));
  const make = (kind: string): string =>
    `${kind}_${randomBytes(6).toString('hex')}_${randomBytes(24).toString('hex')}`;
  const keys = { apiKey: make('tk'), operatorKey: make('op') };
  await mkdir(dataDir, { recursive: true });
  await writeFile(file, JSON.stringify(keys), { mode: 0o600 });
  return keys;
}
