import { expect, test } from 'vitest';
import { createByteCache } from './byte-cache.ts';
import { createGate } from './gate.ts';
import { createPagePictures, type PagePictureOptions } from './page-pictures.ts';

const sha256 = 'a'.repeat(64);
const wanted = { tenantId: '1', sha256, page: 1, width: 640 };

function setUp(overrides: Partial<PagePictureOptions> = {}) {
  const calls = { opened: [] as string[], rendered: [] as string[], released: 0 };
  const pictures = createPagePictures({
    spool: {
      async open(key) {
        calls.opened.push(key);
        return {
          path: '/spool/x',
          release() {
            calls.released += 1;
          },
        };
      },
    },
    reader: {
      async renderPage(_file, page, { width }) {
        calls.rendered.push(`${page}@${width}`);
        return Buffer.from(`picture ${page}@${width}`);
      },
    },
    cacheBytes: 1_000,
    concurrency: 2,
    maxWaiting: 10,
    timeout: 60_000,
    ...overrides,
  });
  return { pictures, calls };
}

test('a picture is rendered once, whether asked for at once or later', async () => {
  const { pictures, calls } = setUp();
  const together = await Promise.all([pictures.render(wanted), pictures.render(wanted)]);
  expect(together.map(String)).toEqual(['picture 1@640', 'picture 1@640']);
  await pictures.render(wanted);
  expect(calls.rendered).toEqual(['1@640']);
  expect(calls.opened).toEqual([`tenants/1/documents/${sha256}.pdf`]);
  expect(calls.released).toBe(1);
});

test('each tenant, page and width is a picture of its own', async () => {
  const { pictures, calls } = setUp();
  for (const other of [{}, { tenantId: '2' }, { page: 2 }, { width: 960 }]) {
    await pictures.render({ ...wanted, ...other });
  }
  expect(calls.rendered).toHaveLength(4);
});

test('a page that cannot be rendered is refused, its copy is given back, and it may be tried again', async () => {
  let fail = true;
  const { pictures, calls } = setUp({
    reader: {
      async renderPage() {
        if (fail) throw new Error('renderer died');
        return Buffer.from('x');
      },
    },
  });
  await expect(pictures.render(wanted)).rejects.toMatchObject({ code: 'page_not_rendered' });
  expect(calls.released).toBe(1);
  fail = false;
  expect(String(await pictures.render(wanted))).toBe('x');
});

test('when too many wait, one more is told to come again', async () => {
  const { promise, resolve } = Promise.withResolvers<Buffer>();
  const { pictures } = setUp({ concurrency: 1, maxWaiting: 1, reader: { renderPage: () => promise } });
  const first = pictures.render({ ...wanted, page: 1 });
  const second = pictures.render({ ...wanted, page: 2 });
  await expect(pictures.render({ ...wanted, page: 3 })).rejects.toMatchObject({ code: 'busy' });
  resolve(Buffer.from('x'));
  expect((await Promise.all([first, second])).map(String)).toEqual(['x', 'x']);
});

test('the cache keeps what was used last, within its bytes', () => {
  const cache = createByteCache(10);
  cache.set('a', Buffer.alloc(4));
  cache.set('b', Buffer.alloc(4));
  cache.get('a');
  cache.set('c', Buffer.alloc(4));
  expect([cache.get('a'), cache.get('b'), cache.get('c')].map((found) => found?.length)).toEqual([
    4,
    undefined,
    4,
  ]);
  cache.set('a', Buffer.alloc(10));
  expect([cache.get('a')?.length, cache.get('c')]).toEqual([10, undefined]);
  cache.set('large', Buffer.alloc(11));
  expect(cache.get('large')).toBeUndefined();
  expect(cache.get('a')?.length).toBe(10);
});

test('a gate lets in order of arrival, and leaving twice counts once', async () => {
  const gate = createGate({ places: 1, maxWaiting: 5 });
  const order: string[] = [];
  const leaveFirst = await gate.enter();
  const waiting = ['b', 'c'].map(async (name) => {
    const leave = await gate.enter();
    order.push(name);
    return leave;
  });
  leaveFirst?.();
  leaveFirst?.();
  const leaveB = await waiting[0];
  expect(order).toEqual(['b']);
  leaveB?.();
  await waiting[1];
  expect(order).toEqual(['b', 'c']);
});
