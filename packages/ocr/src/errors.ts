/** A document that can't be read at all. The message is for the person who uploaded it and says what to do. */
export class DocumentError extends Error {
  override name = 'DocumentError';
  readonly code:
    | 'encrypted'
    | 'damaged'
    | 'no_pages'
    | 'too_many_pages'
    | 'inspection_timeout'
    | 'reader_crashed';
  constructor(code: DocumentError['code'], message: string) {
    super(message);
    this.code = code;
  }
}

/** The sentence for each way a document can't be read. */
export const DOCUMENT_MESSAGES = {
  encrypted: 'The PDF is locked with a password. Remove it and upload again.',
  damaged: 'The PDF is damaged and can not be opened. Export or scan it again and upload that.',
  no_pages: 'The PDF has no pages. Check the file and upload it again.',
  inspection_timeout: 'The PDF took too long to open. Print it to a new PDF and upload that.',
  reader_crashed:
    'The PDF could not be opened: it stopped the reader. Print it to a new PDF and upload that.',
} as const;

/** A picture of a page that could not be made; the code is one of a failed page's reasons. */
export class RenderError extends Error {
  override name = 'RenderError';
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}
