import type { LanguageData } from '../languages/types.ts';
import type { Moment } from '../schema/values.ts';
import { type CalendarDate, type DateContext, type DateMention, findDates } from './dates.ts';
import { fold } from './fold.ts';
import { asOffset, instantOf, offsetAt, offsetMinutes } from './instants.ts';
import { findTimes, type TimeMention } from './times.ts';
import { type ZoneMention, zoneAt } from './zones.ts';

/**
 * A date with the time and the zone printed with it. What is not printed is not added: no time gives a date
 * only, no zone gives no instant.
 */
export interface MomentMention {
  start: number;
  end: number;
  value: Moment;
  date: CalendarDate;
  doubts: MomentDoubt[];
}

export type MomentDoubt =
  | { code: 'ambiguous_date'; other: CalendarDate }
  | { code: 'weekday_contradiction' }
  | { code: 'ambiguous_midnight' }
  | { code: 'zone_contradiction'; stated: string; actual: string };

export interface MomentContext extends DateContext {
  /** ISO 3166, where known; decides what an abbreviated zone means. */
  country: string | null;
}

export function findMoments(text: string, context: MomentContext): MomentMention[] {
  const folded = fold(text);
  const dates = findDates(text, context);
  const times = findTimes(folded, context.languages).filter(
    (time) => !dates.some((date) => time.start < date.end && date.start < time.end),
  );
  const taken = new Set<TimeMention>();
  return dates.map((date) => {
    const time = timeOf(date, times, taken, folded, context.languages);
    if (time) taken.add(time);
    const zone = time ? zoneOf(date, time, folded, context) : null;
    return assemble(date, time, zone);
  });
}

function timeOf(
  date: DateMention,
  times: readonly TimeMention[],
  taken: ReadonlySet<TimeMention>,
  folded: string,
  languages: readonly LanguageData[],
): TimeMention | null {
  const joint = jointOf(languages);
  const following = times.find((time) => time.start >= date.end);
  if (following && !taken.has(following) && joint.test(folded.slice(date.end, following.start)))
    return following;
  const preceding = times.findLast((time) => time.end <= date.start);
  if (!preceding || taken.has(preceding)) return null;
  const gap = folded.slice(preceding.end, date.start);
  const zone = zoneAt(folded, preceding.end, null, languages);
  const inner = zone ? folded.slice(zone.end, date.start) : gap;
  return joint.test(inner) || joint.test(gap) ? preceding : null;
}

function zoneOf(
  date: DateMention,
  time: TimeMention,
  folded: string,
  context: MomentContext,
): ZoneMention | null {
  const ends = time.start > date.start ? [time.end] : [time.end, date.end];
  for (const end of ends) {
    const zone = zoneAt(folded, end, context.country, context.languages);
    if (zone) return zone;
  }
  return null;
}

function assemble(date: DateMention, time: TimeMention | null, zone: ZoneMention | null): MomentMention {
  const doubts: MomentDoubt[] = [];
  if (date.other) doubts.push({ code: 'ambiguous_date', other: date.other });
  if (date.wrongWeekday) doubts.push({ code: 'weekday_contradiction' });
  if (time?.midnight) doubts.push({ code: 'ambiguous_midnight' });
  const local = time ? withTime(date.date, time) : isoDate(date.date);
  const instant = time && zone?.zone ? instantOf(local, zone.zone) : null;
  if (instant && zone?.zone && zone.literal !== null && offsetMinutes(zone.zone) === null) {
    const actual = offsetAt(Date.parse(instant), zone.zone);
    if (actual !== zone.literal) {
      doubts.push({ code: 'zone_contradiction', stated: asOffset(zone.literal), actual: asOffset(actual) });
    }
  }
  return {
    start: Math.min(date.start, time?.start ?? date.start),
    end: Math.max(date.end, time?.end ?? 0, zone?.end ?? 0),
    value: { local, zone: time ? (zone?.zone ?? null) : null, instant },
    date: date.date,
    doubts,
  };
}

/** 24:00 is the start of the next day. */
function withTime({ year, month, day }: CalendarDate, { hour, minute }: TimeMention): string {
  return new Date(Date.UTC(year, month - 1, day, hour, minute)).toISOString().slice(0, 16);
}

export function isoDate({ year, month, day }: CalendarDate): string {
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}

const joints = new WeakMap<readonly LanguageData[], RegExp>();

/** What may stand between a date and its time: small words and punctuation, and nothing else. */
function jointOf(languages: readonly LanguageData[]): RegExp {
  const known = joints.get(languages);
  if (known) return known;
  const words = languages.flatMap((language) => [...language.between, ...Object.keys(language.weekdays)]);
  const joint = new RegExp(
    `^[\\s,;:()|t-]*(?:(?:${words.toSorted((a, b) => b.length - a.length).join('|')})[\\s,;:()|.-]*){0,5}$`,
  );
  joints.set(languages, joint);
  return joint;
}
