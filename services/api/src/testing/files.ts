/** A small PDF whose bytes differ with its text. */
export function pdf(text = 'a tender'): Buffer<ArrayBuffer> {
  const content = `BT /F1 12 Tf 72 720 Td (${text}) Tj ET`;
  return Buffer.from(
    [
      '%PDF-1.7',
      '1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj',
      '2 0 obj << /Type /Pages /Kids [3 0 R] /Count 1 >> endobj',
      '3 0 obj << /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R >> endobj',
      `4 0 obj << /Length ${content.length} >> stream\n${content}\nendstream endobj`,
      'trailer << /Root 1 0 R >>',
      '%%EOF',
    ].join('\n'),
  );
}

/** A form as a browser sends it. */
export function form(
  files: { bytes: Buffer<ArrayBuffer>; name?: string; type?: string }[],
  fields: Record<string, string> = {},
): FormData {
  const made = new FormData();
  for (const [name, value] of Object.entries(fields)) made.append(name, value);
  for (const { bytes, name = 'tender.pdf', type = 'application/pdf' } of files) {
    made.append('file', new Blob([bytes], { type }), name);
  }
  return made;
}
