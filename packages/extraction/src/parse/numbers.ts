/**
 * Printed numbers as exact decimals. A number whose separators fit no way of writing is no number: nothing is
 * repaired or rounded.
 */

/**
 * "1.250.000,00", "12,50,000", "845 000,5" → "1250000.00", "1250000", "845000.5".
 *
 * One separator before exactly three digits groups thousands ("480.000"), unless `threeAreDecimals` names it:
 * in "1.250 million" the point is what the language uses for decimals.
 */
export function parseNumber(printed: string, threeAreDecimals?: '.' | ','): string | null {
  const text = printed.trim().replace(/(?:[.,]-{1,2}|\/-)$/, '');
  if (!/^\d[\d .,']*$/.test(text) || /\D$/.test(text)) return null;
  const separators = [...text].filter((unit) => /\D/.test(unit));
  const [last] = separators.slice(-1);
  if (last === undefined) return strip(text);
  const kinds = new Set(separators);
  const count = separators.filter((unit) => unit === last).length;
  const tail = text.length - text.lastIndexOf(last) - 1;
  const point = last === '.' || last === ',';
  const isDecimal =
    point && count === 1 && (kinds.size > 1 ? true : tail !== 3 || last === threeAreDecimals) && tail <= 4;
  const whole = isDecimal ? text.slice(0, text.lastIndexOf(last)) : text;
  const decimals = isDecimal ? text.slice(text.lastIndexOf(last) + 1) : '';
  const digits = ungroup(whole);
  if (digits === null) return null;
  return decimals ? `${strip(digits)}.${decimals}` : strip(digits);
}

function ungroup(whole: string): string | null {
  if (/^\d+$/.test(whole)) return whole;
  const separator = /\D/.exec(whole)?.[0] ?? ' ';
  const groups = whole.split(separator);
  if (groups.some((group) => !/^\d+$/.test(group))) return null;
  const [first = '', ...rest] = groups;
  const thousands = first.length <= 3 && rest.every((group) => group.length === 3);
  const lakhs =
    separator === ',' &&
    first.length <= 2 &&
    rest.at(-1)?.length === 3 &&
    rest.slice(0, -1).every((group) => group.length === 2);
  return thousands || lakhs ? groups.join('') : null;
}

/** Multiplies an exact decimal by a power of ten, without going through floating point. */
export function shiftDecimal(decimal: string, places: number): string {
  const [whole = '0', fraction = ''] = decimal.split('.');
  const digits = fraction.padEnd(places, '0');
  const shifted = strip(whole + digits.slice(0, places));
  const rest = digits.slice(places).replace(/0+$/, '');
  return rest ? `${shifted}.${rest}` : shifted;
}

/** With two decimals at least: "1250000" → "1250000.00". */
export function asAmount(decimal: string): string {
  const [whole = '0', fraction = ''] = decimal.split('.');
  return `${whole}.${fraction.padEnd(2, '0')}`;
}

function strip(digits: string): string {
  return digits.replace(/^0+(?=\d)/, '');
}
