import { fold } from '../parse/fold.ts';

/** Sentences of a text as offsets. A full stop after an abbreviation, an initial or a day ends none. */
export interface Stretch {
  start: number;
  end: number;
}

const abbreviations = new Set(
  'no nr n nos tel ca art abs ref mr mrs ms dr st co ltd inc etc str ing dipl av sig dott arch exp min max incl excl approx est gem bzw inkl zzgl rs dhr mevr mw prof hon messrs fig vol sec dept govt jan feb mar apr jun jul aug sep sept oct okt nov dec dez tlf tfno ext fon zb evtl ggf usw vgl mme m geom avv rif prot dgl lit ziff pos allg hr hd vs pp resp ll cap spett sra sr dna tsd mio mrd'.split(
    ' ',
  ),
);

export function sentencesOf(text: string): Stretch[] {
  const folded = fold(text);
  const sentences: Stretch[] = [];
  let start = 0;
  for (const match of text.matchAll(/[.!?](?:["”»)\]]*)\s+(?=["“«([]?[\p{Lu}\d])/gu)) {
    const before = /([\p{L}\d]+)$/u.exec(folded.slice(start, match.index))?.[1] ?? '';
    const abbreviated =
      text[match.index] === '.' && (abbreviations.has(before) || /^(?:\p{L}|\d{1,2})$/u.test(before));
    if (abbreviated) continue;
    const end = match.index + match[0].length;
    sentences.push({ start, end });
    start = end;
  }
  if (start < text.length) sentences.push({ start, end: text.length });
  return sentences;
}

export function sentenceAt(sentences: readonly Stretch[], offset: number): Stretch {
  return (
    sentences.find((sentence) => offset >= sentence.start && offset < sentence.end) ??
    sentences.at(-1) ?? { start: 0, end: 0 }
  );
}
