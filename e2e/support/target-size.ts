import type { Page } from 'playwright';

/** What a finger can hit, CSS pixels. */
const minTargetPx = 44;

/**
 * Everything that can be pressed and is too small for a finger, as `width×height element`. The label of a control and what an
 * `::after` adds around it count; links within a line of text do not (WCAG 2.2, 2.5.8).
 */
export async function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate((least) => {
    const selector =
      'button, a[href], input:not([type=hidden]), select, textarea, summary, [role=button], [role=menuitem], [role=tab], [role=switch], [role=slider]';
    const within = (root: ParentNode): Element[] =>
      [...root.querySelectorAll('*')].flatMap((element) => (element.shadowRoot ? [element, ...within(element.shadowRoot)] : [element]));
    const isInText = (element: Element): boolean => {
      const around = element.parentElement;
      return (
        element instanceof HTMLAnchorElement &&
        around !== null &&
        [...around.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && (node.textContent ?? '').trim() !== '')
      );
    };
    /** Width and height, with an `::after` that lies around it. */
    const sizeOf = (element: Element): [number, number] => {
      const { width, height } = element.getBoundingClientRect();
      const after = getComputedStyle(element, '::after');
      const isAround = after.content !== 'none' && after.position === 'absolute';
      return [
        Math.max(width, isAround ? Number.parseFloat(after.width) || 0 : 0),
        Math.max(height, isAround ? Number.parseFloat(after.height) || 0 : 0),
      ];
    };
    const targetsOf = (element: Element): Element[] => {
      const labels = element instanceof HTMLInputElement || element instanceof HTMLSelectElement ? [...(element.labels ?? [])] : [];
      const box = element.closest('.wp-input');
      return [element, ...labels, ...(box ? [box] : [])];
    };
    return within(document)
      .filter(
        (element) =>
          element.matches(selector) &&
          element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
          !element.matches(':disabled') &&
          element.closest('[inert], [aria-hidden=true], .visually-hidden, .skip') === null &&
          !isInText(element),
      )
      .flatMap((element) => {
        const sizes = targetsOf(element).map(sizeOf);
        const [width, height] = sizes.reduce(
          ([maxWidth, maxHeight], [wide, high]) => [Math.max(maxWidth, wide), Math.max(maxHeight, high)],
          [0, 0],
        );
        if (width === 0 || (width > least - 0.5 && height > least - 0.5)) return [];
        return [`${Math.round(width)}×${Math.round(height)} ${element.outerHTML.replaceAll(/\s+/g, ' ').slice(0, 120)}`];
      });
  }, minTargetPx);
}
