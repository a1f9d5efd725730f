import type { Field } from '@tender/extraction';
import type { TenderObject } from './tender-object.ts';

/** The tender as a table for people: field, value, and where it is printed. */
export function printTender(tender: TenderObject, columns: number): string {
  const names = new Map(tender.documents.map((document) => [document.id, document.filename]));
  const width = Math.max(60, Math.min(columns, 140));
  const several = tender.documents.length > 1;
  const lines: string[] = [];
  for (const field of tender.fields) {
    const mark = field.status === 'verified' ? ' ' : '?';
    const values = valueLines(field);
    lines.push(...wrap(`${field.name.padEnd(22)}${mark} `, values, width));
    const [first, ...more] = field.evidence;
    if (first) {
      const place = several ? `${names.get(first.documentId)}, page ${first.page}` : `page ${first.page}`;
      const others = more.length > 0 ? ` and ${more.length} more` : '';
      lines.push(...wrap(' '.repeat(24), [`${place}: "${first.quote}"${others}`], width));
    }
    if (field.supersedes) lines.push(...wrap(' '.repeat(24), [`before: ${field.supersedes.text}`], width));
  }
  const missing = tender.absent.map(({ name, reason }) =>
    reason === 'not_found' ? name : `${name} (${reason.replace('_', ' ')})`,
  );
  if (missing.length > 0) lines.push('', ...wrap('not given: ', [missing.join(', ')], width));
  for (const warning of tender.warnings) {
    const page = warning.page === undefined ? '' : ` (page ${warning.page})`;
    lines.push(...wrap('warning: ', [`${warning.code}${page}: ${warning.message}`], width));
  }
  lines.push(
    '',
    `${tender.status}, ${tender.pages.done} of ${tender.pages.total} pages read. "?" marks what needs a person's eye.`,
  );
  return `${lines.map(printable).join('\n')}\n`;
}

function valueLines(field: Field): string[] {
  switch (field.name) {
    case 'submissionDeadline':
    case 'clarificationDeadline':
    case 'openingDate':
    case 'siteVisit':
      return [[field.value.local.replace('T', ' '), field.value.zone].filter(Boolean).join(' ')];
    case 'estimatedValue':
      return [`${field.value.amount} ${field.value.currency}`];
    case 'classification':
      return field.value.map(({ scheme, code, label }) => [scheme, code, label].filter(Boolean).join(' '));
    case 'lots':
      return field.value.map(
        ({ number, title, value }) =>
          `${number}: ${title}${value ? ` (${value.amount} ${value.currency})` : ''}`,
      );
    case 'evaluationCriteria':
      return field.value.map(({ name, weight }) => (weight === undefined ? name : `${weight} % ${name}`));
    case 'requiredDocuments':
    case 'mandatoryRequirements':
    case 'eligibility':
      return field.value.map((item) => `- ${item}`);
    case 'contact':
    case 'contractPeriod':
    case 'bidSecurity':
      return [
        Object.entries(field.value)
          .map(([name, value]) => `${name} ${value}`)
          .join(', '),
      ];
    default:
      return [field.value];
  }
}

/** Values beside their label, broken at spaces, continued under where they began. */
function wrap(label: string, values: readonly string[], width: number): string[] {
  const room = width - label.length;
  const lines = values.flatMap((value) => {
    const parts: string[] = [];
    let line = '';
    for (const word of value.split(' ')) {
      if (line && line.length + word.length + 1 > room) {
        parts.push(line);
        line = word;
      } else {
        line = line ? `${line} ${word}` : word;
      }
    }
    return [...parts, line];
  });
  return lines.map((line, index) => `${index === 0 ? label : ' '.repeat(label.length)}${line}`);
}

/** A document's text must not steer the terminal. */
function printable(line: string): string {
  return line.replace(/[\p{Cc}\p{Cf}]/gu, '');
}
