/**
 * From the clock on the wall to a moment in time, by the zone rules the runtime carries (ICU). An hour that
 * the change to summer time skips has no instant; one that is run through twice is taken the first time, which
 * for a deadline is the safe side.
 */

/** `local` is "2026-03-13T12:00"; `zone` an IANA name or an offset "+05:30". Null when there is no such moment. */
export function instantOf(local: string, zone: string): string | null {
  const wall = Date.parse(`${local}:00Z`);
  if (Number.isNaN(wall)) return null;
  const fixed = offsetMinutes(zone);
  if (fixed !== null) return iso(wall - fixed * 60_000);
  const around = new Set([-1, 1].map((day) => offsetAt(wall + day * 86_400_000, zone)));
  const moments = [...around]
    .map((offset) => wall - offset * 60_000)
    .filter((moment) => moment + offsetAt(moment, zone) * 60_000 === wall);
  return moments.length > 0 ? iso(Math.min(...moments)) : null;
}

/** Minutes ahead of UTC in that zone at that moment. */
export function offsetAt(moment: number, zone: string): number {
  const parts = Object.fromEntries(
    formatOf(zone)
      .formatToParts(moment)
      .map((part) => [part.type, part.value]),
  );
  const wall = Date.UTC(
    Number(parts['year']),
    Number(parts['month']) - 1,
    Number(parts['day']),
    Number(parts['hour']) % 24,
    Number(parts['minute']),
    Number(parts['second']),
  );
  return Math.round((wall - moment) / 60_000);
}

export function offsetMinutes(zone: string): number | null {
  const match = /^([+-])(\d{2}):(\d{2})$/.exec(zone);
  if (!match) return null;
  return (match[1] === '-' ? -1 : 1) * (Number(match[2]) * 60 + Number(match[3]));
}

export function asOffset(minutes: number): string {
  const size = Math.abs(minutes);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}

function iso(moment: number): string {
  return new Date(moment).toISOString().replace('.000Z', 'Z');
}

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known) return known;
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  formats.set(zone, format);
  return format;
}
