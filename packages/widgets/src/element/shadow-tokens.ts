/** Tokens for a shadow root: there the document's `:root` is the element itself. What a page sets on the element wins over them. */
export function shadowTokens(css: string): string {
  return css.replaceAll(':root', ':host').replace(/\[data-theme="?(\w+)"?\]/g, ':host([data-theme="$1"])');
}
