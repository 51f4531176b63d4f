import { routeOf } from '../../shared/navigation/routes.ts';

/** What a key does; its text is `keys.<name>` of the texts beside. */
export type KeyName =
  | 'palette' | 'map' | 'close' | 'skip'
  | 'play' | 'back5' | 'back10' | 'mute' | 'fullscreen' | 'live';

export interface KeyRow {
  readonly name: KeyName;
  /** Alternatives, each one or more keys pressed together. */
  readonly keys: readonly (readonly string[])[];
}

export interface KeyGroup {
  readonly name: 'everywhere' | 'player';
  readonly rows: readonly KeyRow[];
}

const everywhere = (isMac: boolean): KeyGroup => ({
  name: 'everywhere',
  rows: [
    { name: 'palette', keys: [[isMac ? '⌘' : 'Ctrl', 'K']] },
    { name: 'map', keys: [['?']] },
    { name: 'skip', keys: [['Tab']] },
    { name: 'close', keys: [['Esc']] },
  ],
});

const player: KeyGroup = {
  name: 'player',
  rows: [
    { name: 'play', keys: [['Space'], ['K']] },
    { name: 'back5', keys: [['←'], ['→']] },
    { name: 'back10', keys: [['J'], ['L']] },
    { name: 'mute', keys: [['M']] },
    { name: 'fullscreen', keys: [['F']] },
    { name: 'live', keys: [['0']] },
  ],
};

/** The keys of the screen at this address, its own first. */
export function keysOf(pathname: string, isMac: boolean): readonly KeyGroup[] {
  return routeOf(pathname) === 'camera' ? [player, everywhere(isMac)] : [everywhere(isMac)];
}

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
