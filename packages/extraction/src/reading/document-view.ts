import { findLabels, type LabelHit } from '../labels/find-labels.ts';
import { vocabularyOf } from '../labels/vocabulary.ts';
import { languagesOf } from '../languages/index.ts';
import type { LanguageData } from '../languages/types.ts';
import { layOutPage } from '../layout/lay-out-page.ts';
import { blockSpan, type Span } from '../layout/span.ts';
import type { Block, PageLayout } from '../layout/types.ts';
import { orderShownBy } from '../parse/dates.ts';
import { findMoments, type MomentContext, type MomentMention } from '../parse/moments.ts';
import { findMoney, type MoneyMention } from '../parse/money.ts';
import type { DocumentInput } from '../schema/input.ts';
import { countryOf } from './country.ts';
import { type Stretch, sentencesOf } from './sentences.ts';

/** A document as the rules read it: blocks with their labels, sentences, dates and sums already found. */
export interface DocumentView {
  document: DocumentInput;
  languages: readonly LanguageData[];
  country: string | null;
  momentContext: MomentContext;
  pages: PageView[];
}

export interface PageView {
  number: number;
  layout: PageLayout;
  blocks: BlockView[];
  /** Rows of blocks that begin on one height, left to right. */
  rows: BlockView[][];
  viewOf(block: Block): BlockView;
}

export interface BlockView {
  page: PageView;
  block: Block;
  span: Span;
  text: string;
  hits: LabelHit[];
  sentences: Stretch[];
  moments: MomentMention[];
  money: MoneyMention[];
}

export function viewDocument(document: DocumentInput): DocumentView {
  const readable = document.pages.filter((page) => !page.failed && page.words.length > 0);
  const languages = languagesOf(readable);
  const layouts = readable.map(layOutPage);
  const texts = layouts.flatMap((layout) => layout.blocks.map((block) => blockSpan(block).text));
  const country = countryOf(texts, languages);
  const momentContext: MomentContext = { languages, country, order: orderShownBy(texts) };
  return {
    document,
    languages,
    country,
    momentContext,
    pages: layouts.map((layout) => viewPage(layout, momentContext)),
  };
}

function viewPage(layout: PageLayout, context: MomentContext): PageView {
  const byBlock = new Map<Block, BlockView>();
  const page: PageView = {
    number: layout.page.page,
    layout,
    blocks: [],
    rows: [],
    viewOf(block) {
      const view = byBlock.get(block);
      if (!view) throw new RangeError(`block ${block.index} is of another page`);
      return view;
    },
  };
  const vocabulary = vocabularyOf(context.languages);
  for (const block of layout.blocks) {
    const span = blockSpan(block);
    const view: BlockView = {
      page,
      block,
      span,
      text: span.text,
      hits: findLabels(span, vocabulary),
      sentences: sentencesOf(span.text),
      moments: /\d/.test(span.text) ? findMoments(span.text, context) : [],
      money: /\d/.test(span.text) ? findMoney(span.text, context) : [],
    };
    byBlock.set(block, view);
    page.blocks.push(view);
  }
  page.rows.push(...layout.rows.map((row) => row.map(page.viewOf)));
  return page;
}
