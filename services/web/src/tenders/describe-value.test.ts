import { expect, test } from 'vitest';
import { describeValue } from './describe-value.ts';
import { fieldLabel, inReadingOrder } from './field-names.ts';
import { formatMoney } from './format.ts';

const EN = 'en-GB';

test.each([
  { name: 'title', value: 'Road salt', lines: ['Road salt'] },
  {
    name: 'submissionDeadline',
    value: { local: '2026-03-13T12:00', zone: 'Europe/London', instant: '2026-03-13T12:00:00Z' },
    lines: ['Fri, 13 March 2026 at 12:00 | Europe/London'],
  },
  {
    name: 'submissionDeadline',
    value: { local: '2026-03-13T00:30', zone: null, instant: null },
    lines: ['Fri, 13 March 2026 at 00:30 | time zone not stated'],
  },
  {
    name: 'openingDate',
    value: { local: '2026-03-13', zone: null, instant: null },
    lines: ['Fri, 13 March 2026 | no time stated'],
  },
  {
    name: 'siteVisit',
    value: { local: '2026-03-02T09:00', zone: '+01:00', instant: null, mandatory: true },
    lines: ['Mon, 2 March 2026 at 09:00 | +01:00, mandatory'],
  },
  {
    name: 'submissionDeadline',
    value: { local: '2026-02-30T12:00', zone: null },
    lines: ['2026-02-30T12:00 | time zone not stated'],
  },
  { name: 'estimatedValue', value: { amount: '1250000.00', currency: 'EUR' }, lines: ['EUR 1,250,000'] },
  {
    name: 'estimatedValue',
    value: { amount: '99999999999999999.99', currency: 'INR' },
    lines: ['INR 99,999,999,999,999,999.99'],
  },
  { name: 'bidSecurity', value: { percent: 2, form: 'bank guarantee' }, lines: ['2 %, bank guarantee'] },
  {
    name: 'classification',
    value: [{ scheme: 'CPV', code: '90620000-9', label: 'Snow clearing' }],
    lines: ['CPV 90620000-9 | Snow clearing'],
  },
  {
    name: 'contact',
    value: { name: 'P. Raman', email: 'p@vale.example' },
    lines: ['P. Raman', 'p@vale.example'],
  },
  {
    name: 'contractPeriod',
    value: { start: '2026-10-01', end: '2030-04-30' },
    lines: ['Thu, 1 October 2026 – Tue, 30 April 2030'],
  },
  { name: 'contractPeriod', value: { months: 1 }, lines: ['1 month'] },
  {
    name: 'lots',
    value: [{ number: '1', title: 'North', value: { amount: '1500000', currency: 'GBP' } }],
    lines: ['1. North | GBP 1,500,000'],
  },
  {
    name: 'evaluationCriteria',
    value: [{ name: 'Price', weight: 35 }, { name: 'Quality' }],
    lines: ['Price | 35 %', 'Quality'],
  },
  { name: 'requiredDocuments', value: ['Form of tender', 'Licence'], lines: ['Form of tender', 'Licence'] },
  { name: 'somethingNew', value: { a: 1 }, lines: ['{"a":1}'] },
  { name: 'estimatedValue', value: 'about a million', lines: ['about a million'] },
])('$name $lines', ({ name, value, lines }) => {
  const shown = describeValue(name, value, EN).map(({ text, note }) =>
    note === undefined ? text : `${text} | ${note}`,
  );
  expect(shown.map((line) => line.replaceAll('\u00a0', ' '))).toEqual(lines);
});

test('an unknown currency and an amount that is none are shown, not dropped', () => {
  expect(formatMoney('5.5', 'Taler', EN)).toBe('5.50 Taler');
  expect(formatMoney('a lot', 'EUR', EN)).toBe('a lot EUR');
});

test('fields come in reading order, and one without a label gets its name in words', () => {
  const names = ['contact', 'zebra', 'lots', 'title', 'aardvark'].map((name) => ({ name }));
  expect(inReadingOrder(names).map(({ name }) => name)).toEqual([
    'title',
    'lots',
    'contact',
    'aardvark',
    'zebra',
  ]);
  expect(fieldLabel('paymentTermsInDays')).toBe('Payment terms in days');
});
