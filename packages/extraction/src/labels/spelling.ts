/**
 * Words read by recognition, put back to the vocabulary's spelling: "dead1ine", "subrnission". Only for
 * finding labels. Values are never respelt.
 */
export interface Spelling {
  /** The vocabulary's word that the given one is a misreading of, or the word itself. */
  restore(word: string): string;
}

/** Remembered misreadings are bounded: a document can hold any number of distinct words. */
const memory = 20_000;

export function createSpelling(words: ReadonlySet<string>): Spelling {
  const byLength = Map.groupBy(
    [...words].filter((word) => word.length >= 5),
    (word) => word.length,
  );
  const known = new Map<string, string>();
  const search = (word: string): string => {
    const plain = unconfuse(word);
    if (words.has(plain)) return plain;
    const allowed = word.length >= 11 ? 2 : 1;
    for (let distance = 0; distance <= allowed; distance += 1) {
      for (const length of [word.length - distance, word.length + distance]) {
        const hit = byLength.get(length)?.find((other) => within(plain, other, allowed));
        if (hit) return hit;
      }
    }
    return word;
  };
  return {
    restore(word) {
      if (word.length < 5 || words.has(word)) return word;
      const before = known.get(word);
      if (before !== undefined) return before;
      const found = search(word);
      if (known.size < memory) known.set(word, found);
      return found;
    },
  };
}

/** Digits that recognition puts in place of letters, and "rn" for "m". */
function unconfuse(word: string): string {
  if (/^\d+$/.test(word)) return word;
  return word
    .replaceAll('0', 'o')
    .replaceAll('1', 'l')
    .replaceAll('5', 's')
    .replaceAll('8', 'b')
    .replaceAll('rn', 'm');
}

/** Whether two words are at most `allowed` insertions, deletions and replacements apart. */
export function within(a: string, b: string, allowed: number): boolean {
  if (Math.abs(a.length - b.length) > allowed) return false;
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row];
    let least = row;
    for (let column = 1; column <= b.length; column += 1) {
      const cost = a[row - 1] === b[column - 1] ? 0 : 1;
      const value = Math.min(
        (previous[column] ?? Infinity) + 1,
        (current[column - 1] ?? Infinity) + 1,
        (previous[column - 1] ?? Infinity) + cost,
      );
      current.push(value);
      least = Math.min(least, value);
    }
    if (least > allowed) return false;
    previous = current;
  }
  return (previous[b.length] ?? Infinity) <= allowed;
}
