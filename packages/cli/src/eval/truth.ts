import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

/**
 * What a package really says: a file `NAME.expected.json` beside its PDFs. Facts are `{ value, page, quote }`;
 * a field that the file doesn't mention isn't judged, an empty list says that there is none.
 */
const fact = z.looseObject({
  value: z.union([z.string(), z.number()]),
  page: z.int().optional(),
  document: z.string().optional(),
});
const facts = z.array(fact);
const moment = fact.extend({ utc: z.string().nullish(), timeZone: z.string().nullish() });
const money = fact.extend({ currency: z.string() });

export const truthSchema = z.looseObject({
  file: z.string().optional(),
  package: z.array(z.string()).optional(),
  language: z.string(),
  title: fact.nullish(),
  buyer: fact.nullish(),
  reference: fact.nullish(),
  procedure: fact.nullish(),
  place: fact.nullish(),
  submissionMethod: fact.nullish(),
  submissionDeadline: moment.nullish(),
  clarificationDeadline: moment.nullish(),
  openingDate: moment.nullish(),
  siteVisit: moment.nullish(),
  estimatedValue: money.nullish(),
  classificationCodes: facts.nullish(),
  contact: z
    .object({ name: fact.nullish(), email: fact.nullish(), phone: fact.nullish(), url: fact.nullish() })
    .partial()
    .nullish(),
  lots: z
    .array(fact.extend({ id: z.string(), amount: z.number().nullish(), currency: z.string().nullish() }))
    .nullish(),
  requiredDocuments: facts.nullish(),
  evaluationCriteria: z.array(fact.extend({ weight: z.number().nullish() })).nullish(),
});

export type Truth = z.infer<typeof truthSchema>;

export interface Package {
  name: string;
  files: string[];
  truth: Truth;
}

/** The packages of a folder, in the order of their names. */
export async function loadPackages(folder: string): Promise<Package[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.expected.json')).toSorted();
  return Promise.all(
    names.map(async (name) => {
      const truth = truthSchema.parse(JSON.parse(await readFile(join(folder, name), 'utf8')));
      const files = truth.package ?? [truth.file ?? name.replace('.expected.json', '.pdf')];
      return {
        name: name.replace('.expected.json', ''),
        files: files.map((file) => join(folder, file)),
        truth,
      };
    }),
  );
}
