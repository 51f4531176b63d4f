const focusable =
  'a[href],button:not(:disabled),input:not(:disabled):not([type=hidden]),select:not(:disabled),textarea:not(:disabled),summary,iframe,[contenteditable]:not([contenteditable=false]),[tabindex]';

/** The focused element, also inside shadow roots. */
export function focusedElement(): HTMLElement | null {
  let element = document.activeElement;
  while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
  return element instanceof HTMLElement && element !== document.body ? element : null;
}

/** The elements inside `container` that Tab visits, in order. */
function tabStops(container: HTMLElement): HTMLElement[] {
  return [...container.querySelectorAll<HTMLElement>(focusable)].filter(
    (element) => element.tabIndex >= 0 && isShown(element) && !isSecondRadio(element),
  );
}

function isShown(element: HTMLElement): boolean {
  // jsdom has no layout and lacks this method.
  return !('checkVisibility' in element) || element.checkVisibility({ visibilityProperty: true });
}

/** Tab visits only one radio button of a group: the checked one. */
function isSecondRadio(element: HTMLElement): boolean {
  if (!(element instanceof HTMLInputElement) || element.type !== 'radio' || element.checked || element.name === '') return false;
  const root = element.form ?? element.closest('dialog') ?? element.ownerDocument;
  return [...root.querySelectorAll<HTMLInputElement>('input[type=radio]')].some((other) => other.name === element.name && other.checked);
}

/** The first focus in an opened dialog: `data-autofocus`, the first field, else the dialog itself, which is then announced. */
export function focusFirst(container: HTMLElement): void {
  const wanted = container.querySelector<HTMLElement>('[data-autofocus],[autofocus]');
  const field = tabStops(container).find((element) => element.matches('input:not([type=radio],[type=checkbox]),textarea'));
  (wanted ?? field ?? container).focus({ preventScroll: true });
}

/** Traps Tab: the last element leads to the first. */
export function wrapTab(container: HTMLElement, event: KeyboardEvent): void {
  if (event.key !== 'Tab' || event.altKey || event.ctrlKey || event.metaKey) return;
  const stops = tabStops(container);
  const first = stops[0];
  const last = stops.at(-1);
  const current = focusedElement();
  if (!first || !last) {
    event.preventDefault();
    container.focus();
    return;
  }
  const outside = !current || !container.contains(current);
  if (event.shiftKey && (current === first || current === container || outside)) {
    event.preventDefault();
    last.focus();
  } else if (!event.shiftKey && (current === last || outside)) {
    event.preventDefault();
    first.focus();
  }
}
