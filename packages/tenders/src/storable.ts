/** PostgreSQL refuses a text with a NUL and JSON with half a character, and with it everything beside it: neither stays. */
export function storable(text: string): string {
  return text.replaceAll('\0', '').toWellFormed();
}

/** A value as JSON whose texts PostgreSQL can hold. */
export function storableJson(value: unknown): string {
  return JSON.stringify(value, (_name, part: unknown) => (typeof part === 'string' ? storable(part) : part));
}
