const sheets = new Map<string, CSSStyleSheet>();
const uses = new WeakMap<Document | ShadowRoot, Map<CSSStyleSheet, number>>();

/** One sheet per text, shared by all roots. Without style elements a strict policy has nothing to refuse. */
export function sheetOf(css: string): CSSStyleSheet {
  let sheet = sheets.get(css);
  if (!sheet) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    sheets.set(css, sheet);
  }
  return sheet;
}

/**
 * Adopts a stylesheet in the document or shadow root of an element.
 * @returns releases it; the last release removes the sheet
 */
export function adoptStyles(element: Element | null, css: string): () => void {
  const root = element?.getRootNode();
  if (!(root instanceof Document) && !(root instanceof ShadowRoot)) return () => {};
  const sheet = sheetOf(css);
  const counts = uses.get(root) ?? new Map<CSSStyleSheet, number>();
  uses.set(root, counts);
  const count = counts.get(sheet) ?? 0;
  counts.set(sheet, count + 1);
  if (count === 0) root.adoptedStyleSheets.push(sheet);
  return () => {
    const left = (counts.get(sheet) ?? 1) - 1;
    counts.set(sheet, left);
    if (left > 0) return;
    counts.delete(sheet);
    const at = root.adoptedStyleSheets.indexOf(sheet);
    if (at >= 0) root.adoptedStyleSheets.splice(at, 1);
  };
}
