import type { Page } from 'playwright';

/**
 * Looks for texts that cannot be read in full: cut by a box that hides what does not fit, ended with an ellipsis, out of the page, or squeezed;
 * and for a page that can be scrolled sideways.
 * @param mayBeShortened texts that come from people and may end with an ellipsis (names of cameras, addresses)
 * @returns what was found, one line each; empty when all is well
 */
export function findCutTexts(page: Page, mayBeShortened: RegExp): Promise<string[]> {
  return page.evaluate((allowed) => {
    const found = new Set<string>();
    const people = new RegExp(allowed, 'i');
    const name = (element: Element): string =>
      `${element.tagName.toLowerCase()}${[...element.classList].map((part) => `.${part}`).join('')}`;
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth > clientWidth) found.add(`the page is ${scrollWidth} px wide on a screen of ${clientWidth} px`);

    /** The boxes that hide what goes beyond them; what can be scrolled to is not lost. */
    const cutBy = (element: Element, text: DOMRect): string | null => {
      for (let box: Element | null = element; box && box !== document.documentElement; box = box.parentElement) {
        const style = getComputedStyle(box);
        const edges = box.getBoundingClientRect();
        // Hidden on purpose, for screen readers alone.
        if (edges.width <= 2 || edges.height <= 2 || style.clipPath !== 'none') return null;
        if (style.overflowX === 'auto' || style.overflowX === 'scroll' || style.overflowY === 'auto' || style.overflowY === 'scroll')
          return null;
        if (style.position === 'fixed') break;
        const hides = (value: string): boolean => value === 'hidden' || value === 'clip';
        if (hides(style.overflowX) && (text.right > edges.right + 1 || text.left < edges.left - 1)) return name(box);
        if (hides(style.overflowY) && (text.bottom > edges.bottom + 3 || text.top < edges.top - 3)) return name(box);
      }
      return text.right > clientWidth + 1 || text.left < -1 ? 'the edge of the page' : null;
    };

    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const text = node.textContent?.trim() ?? '';
      const element = node.parentElement;
      if (
        text === '' ||
        !element ||
        !element.checkVisibility({ opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true }) ||
        element.closest('[inert], [aria-hidden=true] svg')
      )
        continue;
      // Behind an open modal nothing is read.
      const modal = document.querySelector('dialog:modal');
      if (modal && !modal.contains(element)) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const rect = range.getBoundingClientRect();
      if (rect.width === 0) continue;
      // A few letters a line for three lines and more: squeezed by something beside it.
      const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
      // Code has the lines that were written.
      if (lines >= 3 && text.length / lines < 9 && element.closest('pre') === null)
        found.add(`"${text}" in ${name(element)} is squeezed into ${lines} lines`);
      const cut = cutBy(element, rect);
      if (cut !== null && !people.test(text)) found.add(`"${text}" in ${name(element)} is cut by ${cut}`);
    }
    for (const field of document.querySelectorAll('input, textarea')) {
      if (
        !(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) ||
        !field.checkVisibility() ||
        field.value !== '' ||
        field.placeholder === ''
      )
        continue;
      if (field.scrollWidth > field.clientWidth + 1) found.add(`"${field.placeholder}" in ${name(field)} is longer than its field`);
    }
    return [...found];
  }, mayBeShortened.source);
}
