import { KeyInvalidError } from './errors.ts';

/**
 * One rule for keys, the same for every driver, so that an object put into one can be put into any other:
 * segments of letters, digits and `._=@+,-` between single slashes, none beginning with a dot, 1,024 bytes in all
 * and 200 a segment. No such key can name something outside a folder, a hidden file, or two things on two systems.
 * Case counts; on a file system where it doesn't, keys that differ in case only are one object.
 */
const SEGMENT = /^[A-Za-z0-9_=@+,-][A-Za-z0-9._=@+,-]{0,199}$/;
const MAX_KEY = 1_024;

/** Returns the key's segments. @throws KeyInvalidError */
export function checkKey(key: string): string[] {
  const segments = key.length <= MAX_KEY ? key.split('/') : [];
  if (segments.length > 0 && segments.every((segment) => SEGMENT.test(segment))) return segments;
  throw new KeyInvalidError(
    `Not a key: ${JSON.stringify(key.slice(0, 100))}. Keys are segments of letters, digits and ._=@+,- between single slashes.`,
  );
}

/** Returns the prefix; it may end anywhere in a key, and be empty. @throws KeyInvalidError */
export function checkPrefix(prefix: string): string {
  if (prefix !== '') checkKey(prefix.endsWith('/') ? prefix.slice(0, -1) : prefix);
  return prefix;
}
