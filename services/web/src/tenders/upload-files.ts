/** Adds files, each once: the same name, size and time is the same file. */
export function withFiles(files: readonly File[], added: readonly File[]): File[] {
  const byKey = new Map([...files, ...added].map((file) => [fileKey(file), file]));
  return [...byKey.values()];
}

export function fileKey(file: File): string {
  return `${file.name}/${file.size}/${file.lastModified}`;
}

/** A size in the unit that leaves one to three digits before the point, by powers of 1,000. */
export function formatBytes(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB'];
  let value = bytes;
  let unit = 0;
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1_000;
    unit++;
  }
  return `${unit === 0 || value >= 10 ? Math.round(value) : value.toFixed(1)} ${units[unit]}`;
}

/** 128 random bits. Not `crypto.randomUUID()`: that needs HTTPS, and a demo in an office network has none. */
export function newIdempotencyKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
}
