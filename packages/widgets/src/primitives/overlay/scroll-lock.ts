let locks = 0;
let before: { readonly overflow: string; readonly gutter: string } | null = null;

/**
 * Prevents the page from scrolling. Keeps the space of a visible scrollbar, so nothing moves, fixed parts included.
 * @returns releases the lock; the page scrolls again after the last release
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
