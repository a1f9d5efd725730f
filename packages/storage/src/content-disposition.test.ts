import { expect, test } from 'vitest';
import { contentDisposition } from './content-disposition.ts';

test.each([
  ['notice.pdf', `attachment; filename="notice.pdf"; filename*=UTF-8''notice.pdf`],
  ['Straße (1).pdf', `attachment; filename="Stra_e (1).pdf"; filename*=UTF-8''Stra%C3%9Fe%20%281%29.pdf`],
  [
    'a"; filename="b.exe',
    `attachment; filename="a_; filename=_b.exe"; filename*=UTF-8''a%22%3B%20filename%3D%22b.exe`,
  ],
  ['a\r\nSet-Cookie: x', `attachment; filename="a__Set-Cookie: x"; filename*=UTF-8''a__Set-Cookie%3A%20x`],
  ['../../etc/passwd', `attachment; filename=".._.._etc_passwd"; filename*=UTF-8''.._.._etc_passwd`],
  ['\ud800.pdf', `attachment; filename="_.pdf"; filename*=UTF-8''%EF%BF%BD.pdf`],
])('%j', (name, header) => {
  expect(contentDisposition(name)).toBe(header);
});
