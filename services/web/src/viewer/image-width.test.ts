import { expect, test } from 'vitest';
import { imageWidth } from './image-width.ts';

test.each([
  [0, 1, 640],
  [640, 1, 640],
  [641, 1, 960],
  [640, 2, 1_280],
  [400, 3, 960],
  [640, 0.5, 640],
  [5_000, 2, 2_000],
])('%d CSS pixels at density %d need a picture %d wide', (css, density, width) => {
  expect(imageWidth(css, density)).toBe(width);
});
