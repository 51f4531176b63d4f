const focusable = 'a[href],button:not(:disabled),input:not(:disabled):not([type=hidden]),select:not(:disabled),textarea:not(:disabled),summary,iframe,[contenteditable]:not([contenteditable=false]),[tabindex]';

/** The element that has the focus, inside of shadow roots too. */
export function focusedElement(): HTMLElement | null {
  let element = document.activeElement;
  while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
  return element instanceof HTMLElement && element !== document.body ? element : null;
}

/** What Tab reaches inside of `container`, in order. */
export function tabStops(container: HTMLElement): HTMLElement[] {
  return [...container.querySelectorAll<HTMLElement>(focusable)].filter((element) => element.tabIndex >= 0 && isShown(element) && !isSecondRadio(element));
}

function isShown(element: HTMLElement): boolean {
  // jsdom has no layout and no such question.
  return !('checkVisibility' in element) || element.checkVisibility({ visibilityProperty: true });
}

/** Tab visits one radio button of a group: the chosen one. */
function isSecondRadio(element: HTMLElement): boolean {
  if (!(element instanceof HTMLInputElement) || element.type !== 'radio' || element.checked || element.name === '') return false;
  const root = element.form ?? element.closest('dialog') ?? element.ownerDocument;
  return [...root.querySelectorAll<HTMLInputElement>('input[type=radio]')].some((other) => other.name === element.name && other.checked);
}

/** Where the focus goes in a dialog that opens: what asks for it, the first field, else the dialog itself, which is then read out. */
export function focusFirst(container: HTMLElement): void {
  const wanted = container.querySelector<HTMLElement>('[data-autofocus],[autofocus]');
  const field = tabStops(container).find((element) => element.matches('input:not([type=radio],[type=checkbox]),textarea'));
  (wanted ?? field ?? container).focus({ preventScroll: true });
}

/** Keeps Tab inside: after the last comes the first. */
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
