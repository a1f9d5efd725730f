const UNITS: readonly [unit: 'second' | 'minute' | 'hour' | 'day', seconds: number][] = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
];

/** A duration in its two largest units, such as "2 min 5 s"; "0 s" for less than a second and for negative ones. */
export function formatDuration(seconds: number): string {
  const short = { day: 'd', hour: 'h', minute: 'min', second: 's' };
  let rest = Math.max(0, Math.floor(seconds));
  const parts: string[] = [];
  for (const [unit, size] of UNITS) {
    const amount = Math.floor(rest / size);
    rest -= amount * size;
    if (amount > 0) parts.push(`${amount} ${short[unit]}`);
    else if (parts.length > 0) break;
    if (parts.length === 2) break;
  }
  return parts.join(' ') || '0 s';
}

/** How long before `now` (ms since 1970) the instant was; one in the future, as clocks differ, is "just now". */
export function formatAgo(instant: string, now: number): string {
  const seconds = (now - Date.parse(instant)) / 1_000;
  if (Number.isNaN(seconds)) return instant;
  return seconds < 2 ? 'just now' : `${formatDuration(seconds)} ago`;
}
