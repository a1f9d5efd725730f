/** Widths in which pictures are asked for, in pixels: few, so that the server's cache is hit. */
const STEPS = [640, 960, 1_280, 1_600, 2_000] as const;

/** The smallest step that is sharp at `cssWidth` (CSS pixels) on a screen of `density` pixels each; the largest beyond. */
export function imageWidth(cssWidth: number, density: number): number {
  const needed = cssWidth * Math.min(2, Math.max(1, density));
  return STEPS.find((step) => step >= needed) ?? 2_000;
}
