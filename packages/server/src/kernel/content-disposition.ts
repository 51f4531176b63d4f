/**
 * Returns the header that names a file (RFC 6266): in ASCII for old programs, in UTF-8 for all others.
 * @example contentDisposition('attachment', 'Двор 2026-11-21.mp4') // attachment; filename="____ 2026-11-21.mp4"; filename*=UTF-8''%D0%94…
 */
export function contentDisposition(kind: 'attachment' | 'inline', name: string): string {
  const known = name.toWellFormed();
  // Some programs decode percent signs in this one as well.
  const ascii = known.replaceAll(/[^\x20-\x7E]|["\\%]/gu, '_');
  return `${kind}; filename="${ascii}"${ascii === known ? '' : `; filename*=UTF-8''${encodeExtended(known)}`}`;
}

/** `attr-char` of RFC 8187 excludes more than encodeURIComponent does. */
function encodeExtended(text: string): string {
  return encodeURIComponent(text).replaceAll(/['()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
}
