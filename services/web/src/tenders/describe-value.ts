import * as z from 'zod/mini';
import { formatLocal, formatMoney } from './format.ts';

/** A value in words: one line, or several that belong together. A line may have a quieter second part. */
export interface Line {
  text: string;
  note?: string;
}

const optional = { text: z.nullish(z.string()), number: z.nullish(z.number()) };
const moment = z.object({
  local: z.string(),
  zone: z.nullable(z.string()),
  instant: z.nullish(z.string()),
  mandatory: z.nullish(z.boolean()),
});
const money = z.object({ amount: z.string(), currency: z.string() });
const security = z.object({
  amount: optional.text,
  currency: optional.text,
  percent: optional.number,
  form: optional.text,
  validity: optional.text,
});
const classification = z.array(z.object({ scheme: z.string(), code: z.string(), label: optional.text }));
const contact = z.object({
  name: optional.text,
  email: optional.text,
  phone: optional.text,
  url: optional.text,
});
const period = z.object({ start: optional.text, end: optional.text, months: optional.number });
const lots = z.array(z.object({ number: z.string(), title: z.string(), value: z.nullish(z.partial(money)) }));
const criteria = z.array(z.object({ name: z.string(), weight: optional.number }));

/** How each field's value reads; `null` when the value isn't of the shape that its name promises. */
const DESCRIBERS: Readonly<Record<string, (value: unknown, locale: string) => Line[] | null>> = {
  submissionDeadline: by(moment, describeMoment),
  clarificationDeadline: by(moment, describeMoment),
  openingDate: by(moment, describeMoment),
  siteVisit: by(moment, describeMoment),
  estimatedValue: by(money, (value, locale) => [{ text: formatMoney(value.amount, value.currency, locale) }]),
  bidSecurity: by(security, (value, locale) => {
    const amount = value.amount ? [formatMoney(value.amount, value.currency ?? null, locale)] : [];
    const percent = typeof value.percent === 'number' ? [`${value.percent} %`] : [];
    const rest = [value.form, value.validity].filter(isText);
    return [{ text: [...amount, ...percent, ...rest].join(', ') }];
  }),
  classification: by(classification, (codes) =>
    codes.map(({ scheme, code, label }) => ({
      text: `${scheme} ${code}`,
      ...(label ? { note: label } : {}),
    })),
  ),
  contact: by(contact, ({ name, email, phone, url }) =>
    [name, email, phone, url].filter(isText).map((text) => ({ text })),
  ),
  contractPeriod: by(period, ({ start, end, months }, locale) => {
    const dates =
      start || end
        ? [`${start ? formatLocal(start, locale) : '…'} – ${end ? formatLocal(end, locale) : '…'}`]
        : [];
    const length = typeof months === 'number' ? [`${months} ${months === 1 ? 'month' : 'months'}`] : [];
    return [{ text: [...dates, ...length].join(', ') }];
  }),
  lots: by(lots, (all, locale) =>
    all.map(({ number, title, value }) => ({
      text: `${number}. ${title}`,
      ...(value?.amount ? { note: formatMoney(value.amount, value.currency ?? null, locale) } : {}),
    })),
  ),
  evaluationCriteria: by(criteria, (all) =>
    all.map(({ name, weight }) => ({
      text: name,
      ...(typeof weight === 'number' ? { note: `${weight} %` } : {}),
    })),
  ),
};

/**
 * A field's value as a person reads it. Nothing is rounded or converted: amounts keep their digits, times stay in the
 * zone they were printed in. A value of an unknown shape is shown as it came.
 */
export function describeValue(name: string, value: unknown, locale: string): Line[] {
  const described = DESCRIBERS[name]?.(value, locale);
  if (described && described.length > 0 && described.every(({ text }) => text !== '')) return described;
  if (typeof value === 'string') return [{ text: value }];
  if (Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === 'string')) {
    return value.map((text) => ({ text }));
  }
  return [{ text: JSON.stringify(value) ?? '' }];
}

function by<S extends z.ZodMiniType>(schema: S, describe: (value: z.infer<S>, locale: string) => Line[]) {
  return (value: unknown, locale: string): Line[] | null => {
    const parsed = schema.safeParse(value);
    return parsed.success ? describe(parsed.data, locale) : null;
  };
}

function describeMoment({ local, zone, mandatory }: z.infer<typeof moment>, locale: string): Line[] {
  const dateOnly = !local.includes('T');
  const note = [
    zone ?? (dateOnly ? null : 'time zone not stated'),
    dateOnly ? 'no time stated' : null,
    mandatory === true ? 'mandatory' : null,
  ].filter(isText);
  return [{ text: formatLocal(local, locale), ...(note.length > 0 ? { note: note.join(', ') } : {}) }];
}

function isText(value: string | null | undefined): value is string {
  return typeof value === 'string' && value !== '';
}
