/** Whether the keyboard is Apple's, which has another modifier for shortcuts. */
export function isMacKeyboard(userAgent: string): boolean {
  return /Mac|iPhone|iPad/.test(userAgent);
}

/** Returns the palette's shortcut as written on this device. */
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
 * Returns the dialog that a key opens; null when the key is not the shell's.
 * Ctrl K is recognized by its position, so that it works in a Russian layout; `?` by the typed character, whichever key that is.
 * @param typing the user is typing into a field
 */
export function shellKey(press: KeyPress, typing: boolean): 'palette' | 'keys' | null {
  const { key, code, ctrlKey, metaKey, altKey, shiftKey, repeat } = press;
  if (repeat) return null;
  if (code === 'KeyK' && (ctrlKey || metaKey) && !altKey && !shiftKey) return 'palette';
  return key === '?' && !typing && !ctrlKey && !metaKey && !altKey ? 'keys' : null;
}

/** Whether keys go into a text field. @param target the innermost target, inside shadow roots too */
export function isTyping(target: EventTarget | undefined): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return !['checkbox', 'radio', 'range', 'button', 'submit'].includes(target.type);
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement || target.isContentEditable;
}
