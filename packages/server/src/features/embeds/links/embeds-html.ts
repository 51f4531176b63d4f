const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '"': '&quot;', "'": '&#39;', '<': '&lt;', '>': '&gt;' };

/** Makes a text harmless in an element and in a quoted attribute. */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&"'<>]/g, (character) => escapes[character] ?? '');
}
