import { type Judgement, ratio, reliability, rowsBy } from './score.ts';

/** The outcome of an evaluation as data and as tables for people. */
export interface Judged {
  package: string;
  judgements: Judgement[];
}

export function summarise(packages: readonly Judged[]) {
  const all = packages.flatMap(({ judgements }) => judgements);
  const sum = (pick: (one: Judgement) => number) => all.reduce((total, one) => total + pick(one), 0);
  return {
    packages: packages.length,
    total: rowsBy(all, () => 'all')[0] ?? null,
    fields: rowsBy(all, ({ name }) => name),
    languages: rowsBy(all, ({ language }) => language),
    fieldsByLanguage: rowsBy(all, ({ name, language }) => `${language} ${name}`),
    rightPage: ratio(
      sum((one) => one.rightPage),
      sum((one) => one.paged),
    ),
    verifiedWrong: all.filter(
      ({ verified, mistake, right, found }) => verified && mistake !== null && right < found,
    ).length,
    reliability: reliability(all),
    mistakes: packages.flatMap(({ package: name, judgements }) =>
      judgements.flatMap((one) => (one.mistake ? [{ package: name, field: one.name, ...one.mistake }] : [])),
    ),
  };
}

export type Summary = ReturnType<typeof summarise>;

export function printSummary(summary: Summary): string {
  const lines = [
    table('field', summary.fields),
    table('language', summary.languages),
    table('', summary.total ? [summary.total] : []),
    `evidence names the right page: ${percent(summary.rightPage)}`,
    `values shown as verified that are not what the package says: ${summary.verifiedWrong}`,
    '',
    'confidence      values   right',
    ...summary.reliability.map(
      ({ from, to, values, right }) =>
        `${from.toFixed(2)} – ${to.toFixed(2)}  ${String(values).padStart(8)}  ${percent(right).padStart(6)}`,
    ),
  ];
  if (summary.mistakes.length > 0) lines.push('', 'mistakes');
  for (const mistake of summary.mistakes.slice(0, 60)) {
    lines.push(
      `  ${mistake.package} ${mistake.field}`,
      `    is   ${cut(mistake.expected)}`,
      `    read ${cut(mistake.found)}`,
    );
  }
  return `${lines.join('\n')}\n`;
}

function table(title: string, rows: Summary['fields']): string {
  const head = `${title.padEnd(32)}${'facts'.padStart(7)}${'found'.padStart(7)}${'precision'.padStart(11)}${'recall'.padStart(9)}`;
  const body = rows.map(
    ({ name, expected, found, precision, recall }) =>
      `${name.padEnd(32)}${String(expected).padStart(7)}${String(found).padStart(7)}${percent(precision).padStart(11)}${percent(recall).padStart(9)}`,
  );
  return [head, ...body, ''].join('\n');
}

function percent(share: number | null): string {
  return share === null ? '–' : `${(100 * share).toFixed(1)} %`;
}

function cut(text: string): string {
  return text.length > 160 ? `${text.slice(0, 159)}…` : text;
}

/** Fields whose precision or recall is lower than in an earlier summary. */
export function dropped(now: Summary, before: Pick<Summary, 'fields'>): string[] {
  return before.fields.flatMap((old) => {
    const current = now.fields.find(({ name }) => name === old.name);
    return (['precision', 'recall'] as const).flatMap((measure) => {
      const [was, is] = [old[measure] ?? 0, current?.[measure] ?? 0];
      return is < was - 0.0005 ? [`${old.name}: ${measure} fell from ${percent(was)} to ${percent(is)}`] : [];
    });
  });
}
