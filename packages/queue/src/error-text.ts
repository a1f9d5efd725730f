const LIMIT = 16_000;

/** What was thrown, as text that PostgreSQL can store: never empty, without NUL and half surrogates, at most 16,000 characters. */
export function errorText(thrown: unknown): string {
  return clean(describe(thrown)) || 'an error without a message';
}

function describe(thrown: unknown): string {
  try {
    if (thrown instanceof Error) {
      const cause = thrown.cause === undefined ? '' : `; cause: ${describe(thrown.cause)}`;
      return `${thrown.name}: ${thrown.message}${cause}`;
    }
    return typeof thrown === 'string' ? thrown : (JSON.stringify(thrown) ?? String(thrown));
  } catch {
    return 'an error that can not be shown';
  }
}

function clean(text: string): string {
  return text.slice(0, LIMIT).replaceAll('\0', '').toWellFormed();
}
