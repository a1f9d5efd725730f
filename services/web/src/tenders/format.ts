/** A wall-clock date, with its time if it has one. Computed in UTC, so that the reader's own zone changes nothing. */
export function formatLocal(local: string, locale: string): string {
  const match = /^(\d{4})-(\d{2})-(\d{2})(?:T(\d{2}):(\d{2}))?/.exec(local);
  if (!match) return local;
  const [year, month, day, hour, minute] = match
    .slice(1)
    .map((part) => (part === undefined ? undefined : Number(part)));
  const date = new Date(0);
  date.setUTCFullYear(year ?? 0, (month ?? 1) - 1, day);
  date.setUTCHours(hour ?? 0, minute ?? 0);
  if (Number.isNaN(date.getTime()) || date.getUTCDate() !== day) return local;
  const options: Intl.DateTimeFormatOptions = {
    weekday: 'short',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
    ...(hour === undefined ? {} : { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }),
  };
  return new Intl.DateTimeFormat(locale, options).format(date);
}

/** Exact: the decimal string goes to the formatter as it is, never through a floating-point number. */
export function formatMoney(amount: string, currency: string | null, locale: string): string {
  if (!isDecimal(amount)) return currency ? `${amount} ${currency}` : amount;
  const decimals = amount.split('.')[1] ?? '';
  const digits = /^0*$/.test(decimals) ? 0 : Math.max(2, decimals.length);
  const options: Intl.NumberFormatOptions = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  try {
    if (currency) {
      return new Intl.NumberFormat(locale, {
        ...options,
        style: 'currency',
        currency,
        currencyDisplay: 'code',
      }).format(amount);
    }
  } catch {
    // Not a currency code that the browser knows; shown behind the number.
  }
  const number = new Intl.NumberFormat(locale, options).format(amount);
  return currency ? `${number} ${currency}` : number;
}

function isDecimal(amount: string): amount is `${number}` {
  return /^-?\d+(?:\.\d+)?$/.test(amount);
}
