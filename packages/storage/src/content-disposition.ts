/**
 * A Content-Disposition that makes a browser save under this name (RFC 6266): the name as it is in its UTF-8 form, and
 * a plain form for old clients. Quotes, controls and path separators can't leave their place.
 */
export function contentDisposition(filename: string): string {
  const name = filename
    .replace(/[\p{Cc}/\\]/gu, '_')
    .slice(0, 200)
    .toWellFormed();
  const plain = name.replace(/[^\x20-\x7e]|["%]/g, '_');
  const encoded = encodeURIComponent(name).replace(
    /['()*!]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
