import { setImmediate as nextTurn } from 'node:timers/promises';
import { identify } from './documents/kind.ts';
import { inOrder, issueDate } from './documents/order.ts';
import { askModel } from './model/ask-model.ts';
import { type ModelOptions, type ModelSettings, modelOptions } from './model/options.ts';
import { viewDocument } from './reading/document-view.ts';
import { absentFields } from './resolve/absent.ts';
import { type Combined, combine } from './resolve/combine.ts';
import { makeField } from './resolve/make-field.ts';
import { mergeField, type ReadDocument } from './resolve/merge-documents.ts';
import { warningsOf } from './resolve/warnings.ts';
import { readDocument } from './rules/read-document.ts';
import type { StatedAbsent } from './rules/stated-absent.ts';
import type { Absent, DocumentKind, Field, Warning } from './schema/field.ts';
import { type FieldName, fieldNames } from './schema/fields.ts';
import type { DocumentInput, Language, PageInput } from './schema/input.ts';

export interface ExtractOptions {
  documents: readonly DocumentInput[];
  /** A model to ask beside the rules. */
  model?: ModelOptions;
  signal?: AbortSignal;
}

export interface Extraction {
  /** Of the notice. */
  language: Language;
  documents: { id: string; kind: DocumentKind }[];
  fields: Field[];
  absent: Absent[];
  warnings: Warning[];
}

/**
 * Reads the fields of one tender out of the pages of its documents. The same pages give the same answer,
 * whatever the order of the documents. Every field is either in `fields` or in `absent`.
 *
 * @throws ModelError when a model was asked and could not answer; without a model nothing but the signal's
 * reason when aborted. Between documents other work of the process gets its turn.
 */
export async function extractTender({ documents, model, signal }: ExtractOptions): Promise<Extraction> {
  const { ordered, stated } = await readAll(documents, signal);
  const asked = model ? await ask(ordered, modelOptions.parse(model), signal) : null;
  const combined = fieldNames.flatMap((name): Combined[] => {
    const rules = mergeField(name, ordered);
    const result = combine(rules, asked && mergeField(name, asked.documents));
    return result && !isStatedAway(result, stated, name) ? [result] : [];
  });
  const fields = combined.map(({ sourced, replaced }) => makeField(sourced, replaced));
  const present = new Set(fields.map(({ name }) => name));
  const missing = fieldNames.filter((name) => !present.has(name));
  return {
    language: ordered[0]?.view.languages[0]?.code ?? 'eng',
    documents: documents.map(({ id }) => ({
      id,
      kind: ordered.find(({ view }) => view.document.id === id)?.identity.kind ?? 'other',
    })),
    fields,
    absent: absentFields(missing, stated, documents),
    warnings: [...warningsOf(combined, ordered), ...(asked?.warnings ?? [])],
  };
}

/** The same documents, with the model's candidates in place of the rules'. */
async function ask(
  ordered: readonly ReadDocument[],
  settings: ModelSettings,
  signal: AbortSignal | undefined,
) {
  const documents = ordered.map(({ view }) => ({ input: view.document, context: view.momentContext }));
  const { candidates, warnings } = await askModel(documents, settings, signal);
  return {
    documents: ordered.map((one) => ({ ...one, candidates: candidates.get(one.view.document.id) ?? [] })),
    warnings,
  };
}

interface AllRead {
  ordered: ReadDocument[];
  stated: (StatedAbsent & { documentId: string })[];
}

async function readAll(
  documents: readonly DocumentInput[],
  signal: AbortSignal | undefined,
): Promise<AllRead> {
  const documentOf = new Map<PageInput, string>();
  const read: ReadDocument[] = [];
  const stated: AllRead['stated'] = [];
  for (const document of documents) {
    signal?.throwIfAborted();
    for (const page of document.pages) documentOf.set(page, document.id);
    const view = viewDocument(document);
    const identity = identify(view);
    const { candidates, absent } = readDocument(view, identity.kind === 'addendum');
    read.push({ view, identity, issued: issueDate(view), candidates, documentOf });
    stated.push(...absent.map((one) => ({ ...one, documentId: document.id })));
    await nextTurn();
  }
  return { ordered: inOrder(read), stated };
}

/** The document says that there is none, and what was read as one was only guessed. */
function isStatedAway({ sourced }: Combined, stated: readonly StatedAbsent[], name: FieldName): boolean {
  return sourced.trust < 0.85 && stated.some((one) => one.name === name);
}
