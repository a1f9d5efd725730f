import { QueueOptionError } from './errors.ts';

const UNITS: Record<string, number> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** `'500ms'`, `'10s'`, `'5m'`, `'2h'`, `'7d'`, or a number of ms. @returns ms @throws QueueOptionError */
export function toMs(duration: string | number, name: string): number {
  if (typeof duration === 'number' && Number.isFinite(duration) && duration >= 0) return duration;
  const match = /^(\d+(?:\.\d+)?)(ms|s|m|h|d)$/.exec(String(duration));
  const unit = UNITS[match?.[2] ?? ''];
  if (match === null || unit === undefined) {
    throw new QueueOptionError(
      `${name} should be like '500ms', '10s', '5m', '2h' or '7d', not '${duration}'.`,
    );
  }
  return Number(match[1]) * unit;
}
