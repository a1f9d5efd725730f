/** Keeps buffers in memory up to so many bytes together; the least recently used go first. */
export function createByteCache(maxBytes: number) {
  const entries = new Map<string, Buffer>();
  let bytes = 0;

  function drop(name: string): void {
    bytes -= entries.get(name)?.length ?? 0;
    entries.delete(name);
  }

  return {
    get(name: string): Buffer | undefined {
      const found = entries.get(name);
      if (found === undefined) return undefined;
      // A Map keeps the order of insertion: the newest use goes to its end.
      entries.delete(name);
      entries.set(name, found);
      return found;
    },
    set(name: string, value: Buffer): void {
      drop(name);
      if (value.length > maxBytes) return;
      entries.set(name, value);
      bytes += value.length;
      for (const oldest of entries.keys()) {
        if (bytes <= maxBytes) return;
        drop(oldest);
      }
    },
  };
}
