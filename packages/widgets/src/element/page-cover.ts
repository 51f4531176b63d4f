/**
 * Lets an element cover the page, where a browser has no full screen for elements: on iPhones. It goes to the top layer, because the page may
 * clip or transform what is around it. Each change fires `toggle` on the element.
 */
export function coverPage(element: HTMLElement, isWanted: boolean): void {
  if (!('showPopover' in element)) return;
  if (isWanted) {
    element.setAttribute('popover', 'manual');
    element.showPopover();
  } else {
    element.hidePopover();
    element.removeAttribute('popover');
  }
}

export function coversPage(element: HTMLElement): boolean {
  return element.hasAttribute('popover');
}
