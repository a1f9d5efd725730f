import { RangeInvalidError } from './errors.ts';

/** Largest range handed out as one Buffer, in bytes. Larger parts are a job for `get`. */
export const MAX_RANGE = 64 * 1024 * 1024;

/** @throws RangeInvalidError for bounds that name no bytes, or too many at once */
export function assertRange(key: string, start: number, endInclusive: number): void {
  const sound =
    Number.isSafeInteger(start) && Number.isSafeInteger(endInclusive) && start >= 0 && endInclusive >= start;
  if (!sound) throw new RangeInvalidError(`Not a range of object "${key}": ${start}–${endInclusive}.`);
  if (endInclusive - start >= MAX_RANGE) {
    throw new RangeInvalidError(`A range of object "${key}" has more than ${MAX_RANGE} bytes: use get.`);
  }
}
