import { fold } from '../parse/fold.ts';
import type { DocumentView } from '../reading/document-view.ts';
import { words } from '../rules/headings.ts';
import type { DocumentKind } from '../schema/field.ts';

/**
 * What a document is, by the first lines of its first page that name it, else by its file name. What it says
 * of itself counts more than what it is called.
 */
export interface DocumentIdentity {
  kind: DocumentKind;
  /** Of an addendum: "Addendum No. 2" is 2. */
  number: number | null;
}

const ranked = ['addendum', 'annex', 'specification', 'notice'] as const;

export function identify(document: DocumentView): DocumentIdentity {
  const top = document.pages[0]?.blocks.slice(0, 14).map((view) => view.text) ?? [];
  const named = top.map((text, index) => ({ text, kind: kindAtStart(text, document, index < 6 ? 9 : 5) }));
  const first = named.find(({ kind }) => kind !== null);
  const addendum = named.find(({ kind }) => kind === 'addendum');
  const chosen = addendum ?? first;
  if (chosen?.kind) return { kind: chosen.kind, number: numberOf(chosen.text) };
  const kind = kindOfName(document.document.filename);
  return {
    kind: kind ?? (hasNoticeLabels(document) ? 'notice' : 'other'),
    number: numberOf(document.document.filename),
  };
}

/** A short text that begins with one of the words for a kind. */
function kindAtStart(
  text: string,
  { languages }: DocumentView,
  most: number,
): (typeof ranked)[number] | null {
  const read = words(text).replace(/^(?:\d+ )?(?:e )?/, '');
  if (text.length > 160) return null;
  for (const kind of ranked) {
    for (const phrase of languages.flatMap((language) => language.kinds[kind])) {
      const length = phrase.split(' ').length;
      const rest = read.split(' ').length - length;
      const starts = read === phrase || read.startsWith(`${phrase} `);
      if (starts && rest <= (kind === 'notice' || kind === 'addendum' ? most : 6)) return kind;
    }
  }
  return null;
}

const names: readonly [DocumentKind, RegExp][] = [
  [
    'addendum',
    /addend|corrigend|amendment|nachtrag|berichtigung|rectif|additif|modificati|rettifica|proroga|erratum|errata|nota.?van.?inlichtingen|bieterinfo|correccion|clarification/,
  ],
  [
    'specification',
    /spec|leistungs(?:beschreibung|verzeichnis)|cctp|ccap|cahier|pliego.*tecnic|capitolato|programma.?van.?eisen|terms.?of.?reference|statement.?of.?work/,
  ],
  ['annex', /annex|append|anlage|anhang|anexo|allegato|bijlage|schedule|form\b|formular/],
  [
    'notice',
    /notice|tender|itt|rfp|rfq|bekanntmachung|ausschreibung|avis|reglement|anuncio|bando|disciplinare|aankondiging|bestek/,
  ],
];

function kindOfName(filename: string): DocumentKind | null {
  const name = fold(filename);
  return names.find(([, pattern]) => pattern.test(name))?.[0] ?? null;
}

function hasNoticeLabels(document: DocumentView): boolean {
  const roles = new Set(
    document.pages.flatMap((page) => page.blocks.flatMap((view) => view.hits.flatMap((hit) => hit.roles))),
  );
  return roles.has('submissionDeadline') || (roles.has('buyer') && roles.has('reference'));
}

function numberOf(text: string): number | null {
  const match = /(?:no|nr|n|number|nummer|num|#)?[\s.°º:]*(\d{1,2})(?!\d)/iu.exec(fold(text));
  return match?.[1] ? Number(match[1]) : null;
}
