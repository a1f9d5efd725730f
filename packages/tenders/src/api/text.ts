import { z } from 'zod';

/**
 * Text from a client that will be stored and shown: trimmed, not empty, without control characters (PostgreSQL can't
 * hold NUL, and no title needs the others) and without lone surrogates.
 */
export function plainText(maxLength: number) {
  return z
    .string()
    .trim()
    .min(1, 'must not be empty')
    .max(maxLength, `must have ${maxLength} characters or fewer`)
    .refine((text) => !/\p{Cc}/u.test(text), 'must not contain control characters')
    .refine((text) => text.isWellFormed(), 'must be valid Unicode');
}
