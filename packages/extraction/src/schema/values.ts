import { z } from 'zod';

/**
 * The shapes of field values. A member that is not known is absent or null, never guessed: a date without a
 * printed time stays a date, a time without a printed zone has no instant.
 */

export const text = z.string().min(1);

/** A decimal amount with two to four decimals and no grouping: "1250000.00". */
export const amount = z.string().regex(/^\d{1,15}\.\d{2,4}$/);

/** ISO 4217. */
export const currency = z.string().regex(/^[A-Z]{3}$/);

export const localDate = z.string().regex(/^\d{4}-\d{2}-\d{2}$/);

export const moment = z.object({
  /** What the clock on the wall says: "2026-11-30T12:00", or "2026-11-30" when no time is printed. */
  local: z.string().regex(/^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2})?$/),
  /** IANA name, or an offset such as "+01:00" when the page names no place; null when it states no zone. */
  zone: z.string().nullable(),
  /** The same moment in UTC, ISO 8601; null without a time or a zone. */
  instant: z.string().nullable(),
});

export const visit = moment.extend({ mandatory: z.boolean().optional() });

export const money = z.object({ amount, currency });

export const bidSecurity = z.object({
  amount: amount.optional(),
  currency: currency.optional(),
  /** Of the offer's price, 0–100. */
  percent: z.number().min(0).max(100).optional(),
  /** Such as "bank guarantee", as printed. */
  form: text.optional(),
  /** As printed. */
  validity: text.optional(),
});

export const classification = z.array(
  z.object({ scheme: z.enum(['CPV', 'NAICS', 'UNSPSC']), code: text, label: text.optional() }),
);

export const contact = z.object({
  name: text.optional(),
  email: text.optional(),
  phone: text.optional(),
  url: text.optional(),
});

export const contractPeriod = z.object({
  start: localDate.optional(),
  end: localDate.optional(),
  months: z.number().positive().optional(),
});

export const lots = z.array(z.object({ number: text, title: text, value: money.optional() }));

/** Weights in percent, 0–100. */
export const criteria = z.array(z.object({ name: text, weight: z.number().min(0).max(100).optional() }));

export const list = z.array(text);

export type Moment = z.infer<typeof moment>;
export type Money = z.infer<typeof money>;
export type Contact = z.infer<typeof contact>;
export type ContractPeriod = z.infer<typeof contractPeriod>;
export type BidSecurity = z.infer<typeof bidSecurity>;
export type Lot = z.infer<typeof lots>[number];
export type Criterion = z.infer<typeof criteria>[number];
export type Classification = z.infer<typeof classification>[number];
