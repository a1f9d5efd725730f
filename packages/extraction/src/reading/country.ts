import type { LanguageData } from '../languages/types.ts';
import { fold } from '../parse/fold.ts';

/**
 * The country a document speaks of, by its telephone codes, currencies and names; null when nothing tells.
 * It only decides what an abbreviation means ("IST", "CET", "$"), never a value.
 */
const signs: readonly [country: string, weight: number, sign: RegExp][] = [
  ['GB', 3, /\+44\b/g],
  ['GB', 2, /£|\bgbp\b|\bbst\b|\bunited kingdom\b|\bengland\b|\bscotland\b|\bwales\b|\bborough council\b/g],
  ['IE', 3, /\+353\b/g],
  [
    'IE',
    3,
    /\birish\b|\bireland\b|\bdublin\b|\bcork\b|\bgalway\b|\bco\. (?:donegal|cork|kerry|mayo|clare)|\beircode\b/g,
  ],
  ['IN', 3, /\+91\b|₹|\binr\b|\brs\.? ?\d|\blakhs?\b|\bcrores?\b|\bindian?\b|\bgst\b|\brupees?\b/g],
  [
    'US',
    2,
    /\b(?:edt|est|cdt|mdt|pdt|pst)\b|\bcentral (?:daylight|standard) time\b|\beastern (?:daylight|standard)? ?time\b|\bnaics\b|\bunited states\b|\(\d{3}\) \d{3}-\d{4}|\bus\$/g,
  ],
  ['CA', 3, /\bcanada\b|\bcad\b|\bontario\b|\bc\$/g],
  ['AU', 3, /\+61\b|\baustralia\b|\baud\b|\baest\b/g],
  ['DE', 3, /\+49\b|\bdeutschland\b|\bgermany\b|\bvob\/a\b|\bvgv\b|\buvgo\b/g],
  ['AT', 3, /\+43\b|\bosterreich\b|\baustria\b|\bwien\b|\bbvergg\b|\bvadium\b|\bjanner\b/g],
  ['CH', 3, /\+41\b|\bchf\b|\bschweiz\b|\bsuisse\b|\bsvizzera\b|\bsimap\b|\bkanton\b/g],
  ['FR', 3, /\+33\b|\bfrance\b|\bfrancaise?\b|\bsiret\b|\bboamp\b|\bheure de paris\b/g],
  [
    'BE',
    3,
    /\+32\b|\bbelgique\b|\bbelgie\b|\bbelgium\b|\bbruxelles\b|\bbrussel\b|\bgand\b|\bgent\b|\bantwerpen\b|\bvlaams|\bwallon/g,
  ],
  ['LU', 3, /\+352\b|\bluxembourg\b/g],
  ['ES', 3, /\+34\b|\bespana\b|\bspain\b|\bayuntamiento\b/g],
  ['IT', 3, /\+39\b|\bitalia\b|\bitaly\b|\bcodice fiscale\b/g],
  ['NL', 3, /\+31\b|\bnederland\b|\bnetherlands\b|\btenderned\b|\bkvk\b/g],
];

const ofLanguage: Readonly<Record<string, string>> = {
  deu: 'DE',
  fra: 'FR',
  spa: 'ES',
  ita: 'IT',
  nld: 'NL',
};

export function countryOf(texts: readonly string[], languages: readonly LanguageData[]): string | null {
  const scores = new Map<string, number>();
  const home = ofLanguage[languages[0]?.code ?? ''];
  if (home) scores.set(home, 2);
  for (const text of texts) {
    const folded = fold(text);
    for (const [country, weight, sign] of signs) {
      const count = Math.min(3, folded.match(sign)?.length ?? 0);
      if (count > 0) scores.set(country, (scores.get(country) ?? 0) + weight * count);
    }
  }
  const [best] = [...scores].toSorted(([, a], [, b]) => b - a);
  return best && best[1] >= 2 ? best[0] : null;
}
