import { readFile } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { Tender } from './tender-client.ts';

const truthSchema = z.object({
  reference: z.object({ value: z.string() }),
  submissionDeadline: z.object({ value: z.string() }),
});

/** What of a finished tender's fields differs from the truth beside its sample file (`FILE.expected.json`). */
export async function complaints(tender: Tender, file: string): Promise<string[]> {
  const truth = truthSchema.parse(
    JSON.parse(await readFile(file.replace(/\.pdf$/, '.expected.json'), 'utf8')),
  );
  const value = (name: string): unknown => tender.fields.find((field) => field.name === name)?.value;
  const deadline = z.object({ local: z.string() }).safeParse(value('submissionDeadline'));
  const problems: string[] = [];
  if (!tender.status.startsWith('ready')) problems.push(`it is ${tender.status}`);
  if (!isDeepStrictEqual(value('reference'), truth.reference.value)) {
    problems.push(
      `reference is ${JSON.stringify(value('reference'))}, not ${JSON.stringify(truth.reference.value)}`,
    );
  }
  if (deadline.data?.local !== String(truth.submissionDeadline.value).slice(0, 16)) {
    problems.push(
      `deadline is ${JSON.stringify(value('submissionDeadline'))}, not ${JSON.stringify(truth.submissionDeadline.value)}`,
    );
  }
  return problems;
}
