/**
 * Whether bytes are a PDF, judged while they stream by.
 *
 * Readers accept a header anywhere in the first 1,024 bytes, and real files have mail or HTTP headers before it; but
 * an error page that mentions "%PDF-1.4" must not pass. So the header has to begin a line, and an object ("1 0 obj")
 * has to follow it. Without the first it isn't a PDF, without the second it is one with nothing in it. What
 * needs parsing (encryption, broken structure, no pages) is the inspection's to find.
 */
export interface PdfCheck {
  add(chunk: Buffer): void;
  /** Call it when all bytes were added. */
  verdict(): 'pdf' | 'empty' | 'not_a_pdf' | 'damaged';
}

/** The header must begin within so many bytes. */
const HEADER_WITHIN = 1_024;
/** Longer than the header, and than an object's number, generation and word with the spaces between. */
const OVERLAP = 64;
const HEADER = /(?:^|[\r\n\0]|^\xef\xbb\xbf)[ \t]*%PDF-\d/;
const OBJECT = /[\s\0]\d{1,10}[\s\0]{1,20}\d{1,5}[\s\0]{1,20}obj[^a-z]/;

export function createPdfCheck(): PdfCheck {
  let bytes = 0;
  let head = '';
  let header: 'unknown' | 'found' | 'missing' = 'unknown';
  let hasObject = false;
  let tail = '';

  function searchHeader(): void {
    const match = HEADER.exec(head);
    if (match !== null && match.index < HEADER_WITHIN) {
      header = 'found';
      tail = head.slice(match.index + match[0].length);
    } else if (head.length >= HEADER_WITHIN + OVERLAP) {
      header = 'missing';
    }
    if (header !== 'unknown') head = '';
  }

  return {
    add(chunk) {
      bytes += chunk.length;
      if (header === 'missing' || hasObject) return;
      const text = chunk.toString('latin1');
      if (header === 'unknown') {
        head += text;
        searchHeader();
      } else {
        tail += text;
      }
      if (header !== 'found') return;
      hasObject = OBJECT.test(tail);
      tail = hasObject ? '' : tail.slice(-OVERLAP);
    },
    verdict() {
      if (bytes === 0) return 'empty';
      if (header !== 'found') return 'not_a_pdf';
      return hasObject ? 'pdf' : 'damaged';
    },
  };
}
