import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { brokenInvariants } from './support/invariants.ts';
import { fixture } from './support/scans.ts';
import { startTestSystem, type TestSystem } from './support/system.ts';

const pageSchema = z.looseObject({
  words: z.array(z.looseObject({ text: z.string(), box: z.array(z.number()) })),
});

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem({ ocrWorkers: 2, extractWorkers: 1 });
});
afterAll(() => system.stop());

test('a scanned package goes in by HTTP and comes out as fields with their pages and words', async () => {
  const { id } = await system.client.upload([fixture('02-en-scanned.pdf')], { title: 'a scan' });
  const tender = await system.client.finished(id);
  expect(tender.status).toBe('ready');
  expect(tender.pages).toEqual({ total: 3, done: 3, failed: 0 });
  const deadline = tender.fields.find((field) => field.name === 'submissionDeadline');
  expect(deadline).toMatchObject({ status: 'verified', value: { zone: 'Asia/Kolkata' } });
  const value = tender.fields.find((field) => field.name === 'estimatedValue');
  expect(value).toMatchObject({ status: 'verified', value: { amount: '1250000.00', currency: 'INR' } });

  // The evidence's boxes hold the quote's words on the page that the API serves.
  const evidence = value?.evidence[0];
  const page = pageSchema.parse(
    await (await system.client.get(`/v1/documents/${evidence?.documentId}/pages/${evidence?.page}`)).json(),
  );
  const inside = page.words
    .filter((word) => evidence?.boxes.some((box) => overlaps(box, word.box)))
    .map((word) => word.text)
    .join(' ');
  expect(inside).toContain('12,50,000');
  const image = await system.client.get(
    `/v1/documents/${evidence?.documentId}/pages/${evidence?.page}/image.png?width=600`,
  );
  expect(image.headers.get('content-type')).toBe('image/png');
  expect(await brokenInvariants(system.db)).toEqual([]);
});

test('notice and addendum are one tender, in whatever order they arrive', async () => {
  for (const files of [
    ['05a-notice.pdf', '05b-addendum.pdf'],
    ['05b-addendum.pdf', '05a-notice.pdf'],
  ]) {
    const { id } = await system.client.upload(files.map(fixture));
    const tender = await system.client.finished(id);
    const deadline = tender.fields.find((field) => field.name === 'submissionDeadline');
    expect(deadline?.value).toMatchObject({ local: '2026-04-16T12:00', zone: 'Europe/Dublin' });
    expect(tender.fields.find((field) => field.name === 'estimatedValue')?.value).toEqual({
      amount: '4125000.00',
      currency: 'EUR',
    });
  }
});

function overlaps(a: number[], b: number[]): boolean {
  const [ax0 = 0, ay0 = 0, ax1 = 0, ay1 = 0] = a;
  const [bx0 = 0, by0 = 0, bx1 = 0, by1 = 0] = b;
  const width = Math.min(ax1, bx1) - Math.max(ax0, bx0);
  const height = Math.min(ay1, by1) - Math.max(ay0, by0);
  return width > 0 && height > 0 && width * height > 0.5 * (bx1 - bx0) * (by1 - by0);
}
