/** Rewrites tokens for a shadow root: the element replaces the document's `:root`. Values that a page sets on the element win. */
export function shadowTokens(css: string): string {
  return css.replaceAll(':root', ':host').replace(/\[data-theme="?(\w+)"?\]/g, ':host([data-theme="$1"])');
}
