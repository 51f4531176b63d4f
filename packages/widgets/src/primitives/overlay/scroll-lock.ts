let locks = 0;
let before: { readonly overflow: string; readonly gutter: string } | null = null;

/**
 * Keeps the page from scrolling. Where a scrollbar takes room, its room stays: nothing jumps, fixed parts neither.
 * @returns lets go; the page scrolls again when the last lock is gone
 */
export function lockScroll(): () => void {
  const { style, clientWidth } = document.documentElement;
  if (locks === 0) {
    before = { overflow: style.overflow, gutter: style.scrollbarGutter };
    if (innerWidth > clientWidth) style.scrollbarGutter = 'stable';
    style.overflow = 'hidden';
  }
  locks += 1;
  let held = true;
  return () => {
    if (!held) return;
    held = false;
    locks -= 1;
    if (locks > 0 || !before) return;
    style.overflow = before.overflow;
    style.scrollbarGutter = before.gutter;
    before = null;
  };
}
