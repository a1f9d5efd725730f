import type { LanguageData, Role } from '../languages/types.ts';
import { PhraseAutomaton } from './automaton.ts';
import { createSpelling, type Spelling } from './spelling.ts';

/** The labels of some languages, ready to be matched. */
export interface Vocabulary {
  labels: PhraseAutomaton<LabelName>;
  spelling: Spelling;
  /** "and", for "&". */
  and: string;
}

export interface LabelName {
  role: Role;
  /** Also an everyday word: a label only where it stands as one, never in a sentence. */
  weak: boolean;
  /** What it names may also be something near to the field: "presupuesto base" beside "valor estimado". */
  secondary: boolean;
}

const built = new WeakMap<readonly LanguageData[], Vocabulary>();

export function vocabularyOf(languages: readonly LanguageData[]): Vocabulary {
  const known = built.get(languages);
  if (known) return known;
  const labels = new PhraseAutomaton<LabelName>(
    languages.flatMap((language) =>
      entries(language.labels).map(([role, pattern]) => ({
        pattern: joinEndings(pattern.replace(/^[~-]/, '')),
        value: { role, weak: pattern.startsWith('~'), secondary: pattern.startsWith('-') },
      })),
    ),
  );
  const vocabulary = { labels, spelling: createSpelling(labels.words), and: languages[0]?.and ?? '&' };
  built.set(languages, vocabulary);
  return vocabulary;
}

function entries(labels: LanguageData['labels']): [Role, string][] {
  const pairs: [Role, string][] = [];
  let role: Role;
  for (role in labels) pairs.push(...labels[role].map((pattern): [Role, string] => [role, pattern]));
  return pairs;
}

/** "(tender|bid)number" → "(tendernumber|bidnumber)". */
function joinEndings(pattern: string): string {
  return pattern.replace(/\(([^()]+)\)([^\s()|?]+)/g, (_, stems: string, ending: string) => {
    return `(${stems
      .split('|')
      .map((stem) => stem + ending)
      .join('|')})`;
  });
}
