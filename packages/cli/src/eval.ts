import { readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { extractTender } from '@tender/extraction';
import { createReader } from '@tender/ocr';
import { Command } from 'commander';
import { z } from 'zod';
import { modelFromEnv } from './config.ts';
import { readCached } from './eval/read-cached.ts';
import { dropped, type Judged, printSummary, summarise } from './eval/report.ts';
import { judge } from './eval/score.ts';
import { loadPackages } from './eval/truth.ts';
import { forExtraction } from './read-package.ts';

/**
 * `npm run eval`: reads every package of a folder and says how much of it is right, per field and language.
 * Exit code 1 when a field is worse than in the summary given as baseline.
 */
const options = new Command('eval')
  .description('Measures extraction against packages whose truth is known.')
  .argument(
    '[folder]',
    'PDFs with NAME.expected.json beside them',
    fileURLToPath(new URL('../../../fixtures/tenders', import.meta.url)),
  )
  .option('--json', 'print the summary as JSON')
  .option('--cache <folder>', 'keep what was read, so that the next run only extracts')
  .option('--baseline <file>', 'a summary printed by --json before; fail where a field is worse')
  .parse();
const { json, cache, baseline } = z
  .object({ json: z.boolean().default(false), cache: z.string().optional(), baseline: z.string().optional() })
  .parse(options.opts());
const baselineSchema = z.object({
  fields: z.array(
    z.object({
      name: z.string(),
      expected: z.number(),
      found: z.number(),
      right: z.number(),
      precision: z.number().nullable(),
      recall: z.number().nullable(),
    }),
  ),
});

const stop = new AbortController();
process.once('SIGINT', () => stop.abort());
const model = modelFromEnv(process.env);
const readers = Array.from({ length: Math.min(4, availableParallelism()) }, () => createReader());
const judged: Judged[] = [];
try {
  for (const { name, files, truth } of await loadPackages(options.processedArgs[0])) {
    process.stderr.write(`${name}\n`);
    const documents = await readCached(files, { readers, signal: stop.signal, onPage: () => {} }, cache);
    const extraction = await extractTender({
      documents: forExtraction(documents),
      signal: stop.signal,
      ...(model ? { model } : {}),
    });
    judged.push({ package: name, judgements: judge(truth, extraction) });
  }
} finally {
  await Promise.all(readers.map((reader) => reader.close()));
}
const summary = summarise(judged);
process.stdout.write(json ? `${JSON.stringify(summary, null, 2)}\n` : printSummary(summary));
if (baseline !== undefined) {
  const worse = dropped(summary, baselineSchema.parse(JSON.parse(await readFile(baseline, 'utf8'))));
  for (const line of worse) process.stderr.write(`${line}\n`);
  if (worse.length > 0) process.exitCode = 1;
}
