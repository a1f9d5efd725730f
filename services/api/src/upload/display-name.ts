/** Longest name kept, in characters. */
const MAX_LENGTH = 200;

/**
 * What a file is called on screen and when it is saved. The name that came with an upload is data: nothing is opened,
 * stored or looked up by it. Folders, control characters, invisible marks that reorder text, and lone surrogates are
 * taken out, long names are cut before their extension. What is left may still be markup; who shows it escapes it.
 */
export function displayName(given: string | undefined): string {
  const name = (given ?? '')
    // How browsers write a quote and line ends in a form.
    .replaceAll('%22', '"')
    .replace(/%0[AD]/gi, '')
    .toWellFormed()
    .normalize('NFC')
    .split(/[/\\]/)
    .at(-1)
    ?.replace(/[\p{Cc}\p{Cf}\u2028\u2029\ufffd]/gu, (mark) => (mark === '\u200d' ? mark : ''))
    .trim();
  if (name === undefined || name === '' || name === '.' || name === '..') return 'document.pdf';
  const extension = /\.[A-Za-z0-9]{1,8}$/.exec(name)?.[0] ?? '';
  const stem = name.slice(0, name.length - extension.length).trim();
  if (stem === '') return `document${extension === '' ? '.pdf' : extension}`;
  return cut(stem, MAX_LENGTH - extension.length) + extension;
}

/** By whole characters as people see them, so that no emoji or accent is cut in two. */
function cut(text: string, max: number): string {
  if (text.length <= max) return text;
  let kept = '';
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    if (kept.length + segment.length > max) break;
    kept += segment;
  }
  return kept;
}
