/** Apple's keyboards have another key for shortcuts. */
export function isMacKeyboard(userAgent: string): boolean {
  return /Mac|iPhone|iPad/.test(userAgent);
}

/** How the palette's keys are written on this device. */
export function paletteKeys(): string {
  return isMacKeyboard(navigator.userAgent) ? '⌘K' : 'Ctrl K';
}

export interface KeyPress {
  readonly key: string;
  readonly code: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
  readonly repeat: boolean;
}

/**
 * What a key of the shell opens; null: the key belongs to somebody else.
 * Ctrl K is told by its place, so that it is the same in a Russian layout; `?` by what is typed, whatever key that is.
 * @param typing the person is writing into a field
 */
export function shellKey(press: KeyPress, typing: boolean): 'palette' | 'keys' | null {
  const { key, code, ctrlKey, metaKey, altKey, shiftKey, repeat } = press;
  if (repeat) return null;
  if (code === 'KeyK' && (ctrlKey || metaKey) && !altKey && !shiftKey) return 'palette';
  return key === '?' && !typing && !ctrlKey && !metaKey && !altKey ? 'keys' : null;
}

/** Whether keys go into a text. @param target the innermost target, inside of shadow roots too */
export function isTyping(target: EventTarget | undefined): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return !['checkbox', 'radio', 'range', 'button', 'submit'].includes(target.type);
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement || target.isContentEditable;
}
