import { fold } from '../parse/fold.ts';

/** Words of a text as labels are matched: letters and digits only, folded. Offsets are those of the text. `and` is read for "&". */
export interface Token {
  text: string;
  start: number;
  end: number;
}

export function tokensOf(text: string, and = '&'): Token[] {
  return [...fold(text).matchAll(/[\p{L}\p{N}]+|&/gu)].map((match) => ({
    text: match[0] === '&' ? and : match[0],
    start: match.index,
    end: match.index + match[0].length,
  }));
}
