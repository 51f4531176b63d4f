import type { Locale, Translate } from '@watchpost/sdk-core';
import { createControlMessages } from '../../../../i18n/control-messages.ts';
import type { ControlMessageKey } from '../../../../i18n/control-messages.ts';

/** Abilities that some shortcuts require. */
export interface PlayerAbilities {
  readonly archive: boolean;
  readonly sound: boolean;
  readonly talk: boolean;
  readonly mark: boolean;
}

/** A line of the "Keyboard shortcuts" list. */
export interface PlayerShortcut {
  /** The keys' labels, in order: `['←', '→']`. */
  readonly keys: readonly string[];
  readonly text: string;
}

interface ShortcutLine {
  readonly keys: readonly string[];
  readonly text: ControlMessageKey;
  readonly needs?: keyof PlayerAbilities;
}

/** All shortcuts, the most useful first. */
export const shortcutLines: readonly ShortcutLine[] = [
  { keys: ['␣'], text: 'keyPlay' },
  { keys: ['J', 'K', 'L'], text: 'keySlower', needs: 'archive' },
  { keys: ['←', '→'], text: 'keyArrows' },
  { keys: [',', '.'], text: 'keyFrames', needs: 'archive' },
  { keys: ['<', '>'], text: 'keySpeed', needs: 'archive' },
  { keys: ['0'], text: 'keyLive' },
  { keys: ['M'], text: 'keyMute', needs: 'sound' },
  { keys: ['↑', '↓'], text: 'keyVolume', needs: 'sound' },
  { keys: ['+', '−'], text: 'keyZoom' },
  { keys: ['Esc'], text: 'keyWhole' },
  { keys: ['F'], text: 'fullscreen' },
  { keys: ['P'], text: 'pictureInPicture' },
  { keys: ['S'], text: 'snapshot' },
  { keys: ['E'], text: 'keyMark', needs: 'mark' },
  { keys: ['T'], text: 'keyTalk', needs: 'talk' },
  { keys: ['I'], text: 'statistics' },
  { keys: ['?'], text: 'keyMap' },
];

/** The shortcuts available in a player with these abilities. */
export function describeShortcuts(t: Translate<ControlMessageKey>, has: PlayerAbilities): readonly PlayerShortcut[] {
  return shortcutLines
    .filter(({ needs }) => needs === undefined || has[needs])
    .map(({ keys, text }) => ({ keys: keys.map((key) => (key === '␣' ? t('space') : key)), text: t(text) }));
}

/** For a page's own list. @param has all abilities by default */
export function playerShortcuts(locale: Locale, has: Partial<PlayerAbilities> = {}): readonly PlayerShortcut[] {
  return describeShortcuts(
    createControlMessages(() => locale),
    { archive: true, sound: true, talk: true, mark: true, ...has },
  );
}
