import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { ensureWebBuild } from '@tender/web';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { openChromium } from './support/chromium.ts';
import { type Answer, problem, type StandIn, startStandIn } from './support/stand-in-api.ts';

/**
 * The page in a real browser against an API that says what a healthy system seldom does. That the page and the real
 * API fit together is tested elsewhere, with the whole system running.
 */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8/5+hHgAHggJ/PchI7wAAAABJRU5ErkJggg==',
  'base64',
);
const WIDTH = 600;
const HEIGHT = 800;

let webRoot: string;
let browser: Browser;
let standIn: StandIn;
let context: BrowserContext;
let page: Page;
/** What the browser complained of, other than answers that are errors: must stay empty. */
let complaints: string[];

beforeAll(async () => {
  webRoot = (await ensureWebBuild()).dir;
  browser = await openChromium();
});
afterAll(() => browser?.close());

beforeEach(async () => {
  standIn = await startStandIn(webRoot);
  context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1_280, height: 800 } });
  page = await context.newPage();
  complaints = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    const expected = message.text().startsWith('Failed to load resource');
    if (['error', 'warning'].includes(message.type()) && !expected) complaints.push(message.text());
  });
});
afterEach(async () => {
  await context.close();
  await standIn.close();
  expect(complaints).toEqual([]);
});

function field(name: string, value: unknown, more: Record<string, unknown> = {}) {
  return {
    name,
    value,
    text: 'as printed',
    confidence: 0.97,
    status: 'verified',
    source: 'rules',
    evidence: [],
    ...more,
  };
}

function document(id: string, more: Record<string, unknown> = {}) {
  return {
    id,
    filename: `${id}.pdf`,
    sha256: '0',
    bytes: 1,
    status: 'ready',
    kind: 'notice',
    pageCount: 2,
    ...more,
  };
}

function tender(id: string, more: Record<string, unknown> = {}) {
  return {
    id,
    title: null,
    status: 'ready',
    version: 1,
    pages: { total: 2, done: 2, failed: 0 },
    documents: [document('notice')],
    fields: [],
    absent: [],
    warnings: [],
    createdAt: '2026-01-05T10:00:00Z',
    finishedAt: '2026-01-05T10:01:00Z',
    ...more,
  };
}

const DEADLINE = field(
  'submissionDeadline',
  { local: '2026-03-13T12:00', zone: 'Europe/London', instant: '2026-03-13T12:00:00Z' },
  { evidence: [{ documentId: 'notice', page: 2, quote: '13 March', boxes: [[60, 400, 180, 420]] }] },
);
const BUYER = field('buyer', 'Marlow Vale Borough Council', {
  confidence: 0.6,
  status: 'unverified',
  evidence: [{ documentId: 'notice', page: 1, quote: 'Marlow', boxes: [[100, 80, 300, 100]] }],
});

function serve(...tenders: ReturnType<typeof tender>[]): void {
  standIn.routes.set('GET /v1/tenders', tenantOnly({ body: { items: tenders, nextCursor: null } }));
  for (const each of tenders) standIn.routes.set(`GET /v1/tenders/${each.id}`, tenantOnly({ body: each }));
  for (const number of [1, 2]) {
    const path = `GET /v1/documents/notice/pages/${number}`;
    standIn.routes.set(path, tenantOnly({ body: pageOf(number) }));
    standIn.routes.set(`${path}/image.png`, tenantOnly({ body: PNG }));
  }
}

function pageOf(number: number, more: Record<string, unknown> = {}) {
  return {
    page: number,
    status: 'done',
    source: 'text_layer',
    width: WIDTH,
    height: HEIGHT,
    confidence: null,
    text: `The text of page ${number}`,
    words: [],
    ...more,
  };
}

function tenantOnly(answer: Answer) {
  return ({ key }: { key: string | null }) => {
    if (key === 'tenant-key') return answer;
    return key === 'operator-key' ? problem(403, 'forbidden', 'Not for operators.') : refusedKey();
  };
}

function operatorOnly(answer: Answer) {
  return ({ key }: { key: string | null }) => {
    if (key === 'operator-key') return answer;
    return key === 'tenant-key' ? problem(403, 'forbidden', 'Only for operators.') : refusedKey();
  };
}

function refusedKey(): Answer {
  return problem(401, 'unauthorized', 'This API key is not valid.');
}

async function open(path: string, key = 'tenant-key'): Promise<void> {
  await page.goto(standIn.url + path);
  await signIn(key);
}

async function signIn(key: string): Promise<void> {
  await page.getByLabel('API key', { exact: true }).fill(key);
  await page.keyboard.press('Enter');
}

test('a key is asked for in place; a wrong one is told, a right one opens the view that was asked for', async () => {
  serve(tender('t1', { title: 'Road salt' }));
  standIn.routes.set('GET /v1/admin/workers', operatorOnly({ body: [] }));
  await open('/tenders/t1', 'wrong');
  await page.getByText('This API key is not valid.').waitFor();
  await signIn('tenant-key');
  await page.getByRole('heading', { name: 'Road salt' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/tenders/t1');
  await page.reload();
  await page.getByRole('heading', { name: 'Road salt' }).waitFor();

  await page.getByRole('link', { name: 'Workers' }).click();
  await signIn('tenant-key');
  await page.getByText('this view needs the other kind').waitFor();
  await signIn('operator-key');
  await page.getByText('No worker has reported').waitFor();

  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByLabel('API key', { exact: true }).waitFor();
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toMatch(/tenant-key|operator-key/);
});

test('a key that is revoked while the page is open leads back to the question', async () => {
  serve(tender('t1', { title: 'Road salt', status: 'processing' }));
  await open('/tenders');
  await page.getByRole('link', { name: 'Road salt' }).waitFor();
  standIn.routes.set('GET /v1/tenders', refusedKey);
  await page.getByText('The key used so far is no longer accepted.').waitFor();
  expect(await page.getByText('Road salt').count()).toBe(0);
});

test('a click on an answer shows its page with the words marked where they are', async () => {
  serve(tender('t1', { fields: [BUYER, DEADLINE] }));
  await open('/tenders/t1');
  await page.getByRole('button', { name: /Submission deadline Fri/ }).click();
  await page.getByRole('img', { name: 'Page 2 of notice.pdf' }).waitFor();
  expect(new URL(page.url()).search).toBe('?field=submissionDeadline&document=notice&page=2');

  const mark = page.getByRole('button', { name: 'Submission deadline was read here' });
  const box = await mark.boundingBox();
  const image = await page.getByRole('img', { name: 'Page 2 of notice.pdf' }).boundingBox();
  if (!box || !image) throw new Error('neither the mark nor the picture may be missing');
  const scale = image.width / WIDTH;
  const padding = 0.12 * 20;
  expect(image.height / scale).toBeCloseTo(HEIGHT, 0);
  expect((box.x - image.x) / scale).toBeCloseTo(60 - padding, 0);
  expect((box.y - image.y) / scale).toBeCloseTo(400 - padding, 0);
  expect(box.width / scale).toBeCloseTo(120 + 2 * padding, 0);
  expect(box.height / scale).toBeCloseTo(20 + 2 * padding, 0);
  expect(await mark.getAttribute('aria-pressed')).toBe('true');
});

test('the whole way works by keyboard, and an address alone leads to the words', async () => {
  serve(tender('t1', { title: 'Road salt', fields: [BUYER, DEADLINE] }));
  await open('/tenders');
  await page.getByRole('link', { name: 'Road salt' }).focus();
  await page.keyboard.press('Enter');
  const answer = page.getByRole('button', { name: /^Buyer Marlow/ });
  await answer.waitFor();
  const focused = answer.and(page.locator(':focus'));
  for (let presses = 0; presses < 30 && (await focused.count()) === 0; presses++)
    await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await page.locator('[data-selected]').getByText('Marlow Vale').waitFor();
  expect(await page.getByRole('button', { name: 'Buyer was read here' }).getAttribute('aria-pressed')).toBe(
    'true',
  );

  await page.goto(`${standIn.url}/tenders/t1?field=submissionDeadline`);
  await page.getByRole('img', { name: 'Page 2 of notice.pdf' }).waitFor();
  await page.getByText('Text', { exact: true }).click();
  await page.getByText('The text of page 2').waitFor();
  await page.getByRole('button', { name: 'Previous page' }).click();
  await page.getByText('The text of page 1').waitFor();
  expect(await page.getByRole('button', { name: 'Previous page' }).isDisabled()).toBe(true);
});

test('an upload that is refused says why and keeps the files; without the bad one it goes through', async () => {
  serve();
  const seen: string[] = [];
  standIn.routes.set('POST /v1/tenders', () => {
    seen.push('upload');
    return seen.length === 1
      ? problem(415, 'not_a_pdf', 'notes.pdf is not a PDF.')
      : { status: 202, body: { id: 't1', status: 'received', documents: [] } };
  });
  await open('/tenders');
  await page.getByText('No tenders yet').waitFor();
  await page.getByLabel('Upload a tender package: files').setInputFiles([
    { name: 'notice.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') },
    { name: 'notes.pdf', mimeType: 'application/pdf', buffer: Buffer.from('notes') },
  ]);
  await page.getByRole('button', { name: 'Upload 2 files' }).click();
  await page.getByText('notes.pdf is not a PDF.').waitFor();
  await page.getByText('not_a_pdf').waitFor();
  await page.getByRole('button', { name: 'Leave out notes.pdf' }).click();
  expect(await page.getByText('Nothing was uploaded').count()).toBe(0);

  serve(tender('t1', { status: 'processing', pages: { total: 0, done: 0, failed: 0 } }));
  await page.getByRole('button', { name: 'Upload 1 file' }).click();
  await page.getByRole('heading', { name: 'Being read' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/tenders/t1');
});

test('a package that is being read moves on by itself until it is ready', async () => {
  let asked = 0;
  const reading = tender('t1', { status: 'processing', pages: { total: 2, done: 1, failed: 0 } });
  serve(reading);
  standIn.routes.set('GET /v1/tenders/t1', () => {
    asked++;
    return { body: reading };
  });
  await open('/tenders/t1');
  await page.getByText('1 of 2 pages').waitFor();
  await expect.poll(() => asked, { timeout: 30_000 }).toBeGreaterThan(5);
  serve(tender('t1', { fields: [BUYER] }));
  await page.getByText('Marlow Vale Borough Council').waitFor();
  await page.getByText('2 of 2 pages').waitFor();
});

test('failed documents, failed pages, warnings and gaps each say what they are', async () => {
  const locked = document('locked', {
    status: 'failed',
    pageCount: null,
    code: 'encrypted',
    message: 'It is protected with a password. Save a copy without one.',
  });
  serve(
    tender('t1', {
      status: 'ready_with_warnings',
      documents: [document('notice'), locked],
      pages: { total: 2, done: 1, failed: 1 },
      warnings: [
        {
          code: 'conflicting_values',
          message: 'Two closing times are given.',
          documentId: 'notice',
          page: 2,
        },
      ],
      absent: [
        { name: 'lots', reason: 'stated_absent' },
        { name: 'siteVisit', reason: 'not_found' },
        { name: 'openingDate', reason: 'unreadable' },
      ],
    }),
  );
  standIn.routes.set(
    'GET /v1/documents/notice/pages/2',
    tenantOnly({
      body: pageOf(2, { status: 'failed', source: null, text: null, message: 'Reading it took too long.' }),
    }),
  );
  await open('/tenders/t1');
  await page.getByText('2 of 2 pages, 1 failed').waitFor();
  await page.getByText('Save a copy without one.').waitFor();
  await page.getByText('The documents say there is none').waitFor();
  await page.getByText('Not found', { exact: true }).waitFor();
  await page.getByText('A page it may stand on could not be read').waitFor();
  await page.getByRole('button', { name: 'p. 2, notice.pdf' }).click();
  await page.getByText('Reading it took too long.').waitFor();
});

test('an outage keeps what is shown and says so; the next answer ends it', async () => {
  serve(tender('t1', { title: 'Road salt', status: 'processing' }));
  await open('/tenders');
  await page.getByRole('link', { name: 'Road salt' }).waitFor();
  standIn.routes.set('GET /v1/tenders', () => problem(503, 'database_unavailable', 'The database is away.'));
  await page.getByText('The database is away.').waitFor();
  await page.getByRole('link', { name: 'Road salt' }).waitFor();
  serve(tender('t1', { title: 'Road salt', status: 'processing' }));
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByText('The database is away.').waitFor({ state: 'detached' });
});

test.each([
  { path: '/tenders/gone', text: 'There is no such thing.' },
  { path: '/nowhere', text: 'There is no such page' },
])('$path says that it is not there', async ({ path, text }) => {
  serve();
  await page.goto(standIn.url);
  await signIn('tenant-key');
  await page.getByText('No tenders yet').waitFor();
  await page.goto(standIn.url + path);
  await page.getByText(text).waitFor();
});

test('an answer of an unknown form is named as that, not shown as nothing', async () => {
  standIn.routes.set('GET /v1/tenders', tenantOnly({ body: { rows: [] } }));
  await open('/tenders');
  await page.getByText('unexpected_answer').waitFor();
});

test('the operator sees which worker died and which jobs nobody takes', async () => {
  const at = (secondsAgo: number) => new Date(Date.now() - 1_000 * secondsAgo).toISOString();
  const worker = (id: string, state: string, type: string) => ({
    id,
    service: 'ocr-worker',
    host: `host-${id}`,
    pid: 7,
    types: [type],
    startedAt: at(600),
    heartbeatAt: at(state === 'alive' ? 2 : 90),
    running: 0,
    state,
  });
  const counts = { queued: 3, scheduled: 0, running: 0, done: 0, failed: 1, cancelled: 0 };
  const type = (name: string) => ({
    type: name,
    paused: false,
    counts,
    oldestQueuedSeconds: 95,
    failedLastHour: 1,
  });
  standIn.routes.set('GET /v1/tenders', tenantOnly({ body: { items: [] } }));
  standIn.routes.set(
    'GET /v1/admin/workers',
    operatorOnly({ body: [worker('a', 'alive', 'pages.ocr'), worker('b', 'dead', 'tender.extract')] }),
  );
  standIn.routes.set(
    'GET /v1/admin/queue',
    operatorOnly({ body: { types: [type('pages.ocr'), type('tender.extract')] } }),
  );
  await open('/workers', 'operator-key');
  const first = page.getByRole('row').nth(1);
  await first.getByText('Dead').waitFor();
  await first.getByText('host-b').waitFor();
  await first.getByText(/1 min 3\d s ago/).waitFor();
  await page.getByRole('link', { name: 'Queue' }).click();
  const alert = page.getByRole('alert');
  await alert.getByText('tender.extract').waitFor();
  expect(await alert.textContent()).not.toContain('pages.ocr');
});

test.each(['light', 'dark'] as const)(
  'nothing stands in the way of assistive technology, in %s colours',
  async (colorScheme) => {
    await page.emulateMedia({ colorScheme });
    serve(
      tender('t1', {
        title: 'Road salt',
        status: 'ready_with_warnings',
        fields: [BUYER, DEADLINE],
        absent: [{ name: 'lots', reason: 'not_found' }],
        warnings: [
          {
            code: 'conflicting_values',
            message: 'Two closing times are given.',
            documentId: 'notice',
            page: 2,
          },
        ],
      }),
    );
    standIn.routes.set('GET /v1/admin/workers', operatorOnly({ body: [] }));
    await page.goto(standIn.url);
    await page.getByLabel('API key', { exact: true }).waitFor();
    await expectAccessible('sign in');
    await signIn('tenant-key');
    await page.getByRole('link', { name: 'Road salt' }).waitFor();
    await expectAccessible('list');
    await page.getByRole('link', { name: 'Road salt' }).click();
    await page.getByRole('button', { name: /Submission deadline Fri/ }).click();
    await page.getByRole('img', { name: 'Page 2 of notice.pdf' }).waitFor();
    await expectAccessible('tender');
    await page.getByRole('link', { name: 'Workers' }).click();
    await page.getByRole('heading', { name: 'For operators' }).waitFor();
    await expectAccessible('operators');
  },
);

async function expectAccessible(view: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  const found = violations.map(
    ({ id, nodes }) => `${view}: ${id}: ${nodes.map((node) => node.html).join(' ')}`,
  );
  expect(found).toEqual([]);
}

test('the first load has less than 200 kB of compressed script', async () => {
  const html = await readFile(join(webRoot, 'index.html'), 'utf8');
  const scripts = [...html.matchAll(/(?:src|href)="\/(assets\/[^"]+\.js)"/g)].map((match) => match[1]);
  expect(scripts.length).toBeGreaterThan(0);
  const sizes = await Promise.all(
    scripts.map(async (name) => (await readFile(join(webRoot, `${name}.gz`))).length),
  );
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(200_000);
});
