/**
 * Text as the parsers read it: lower case, without accents, with plain spaces, dashes and apostrophes. Each
 * UTF-16 unit stays one unit, so that an offset in the folded text is an offset in the printed one.
 */
export function fold(text: string): string {
  let folded = '';
  for (let index = 0; index < text.length; index += 1) folded += foldUnit(text.charAt(index));
  return folded;
}

const plain = new Map<string, string>([
  ['\u00a0', ' '],
  ['\u2007', ' '],
  ['\u2009', ' '],
  ['\u202f', ' '],
  ['\u2010', '-'],
  ['\u2011', '-'],
  ['\u2012', '-'],
  ['\u2013', '-'],
  ['\u2014', '-'],
  ['\u2212', '-'],
  ['\u2018', "'"],
  ['\u2019', "'"],
  ['\u02bc', "'"],
  ['\u00b4', "'"],
  ['`', "'"],
]);

const cache = new Map<string, string>();

function foldUnit(unit: string): string {
  if (unit < '\u007f') return unit.toLowerCase();
  const known = plain.get(unit) ?? cache.get(unit);
  if (known !== undefined) return known;
  const base = unit.normalize('NFD').charAt(0).toLowerCase();
  const folded = base.length === 1 ? base : unit;
  if (cache.size < 4096) cache.set(unit, folded);
  return folded;
}
