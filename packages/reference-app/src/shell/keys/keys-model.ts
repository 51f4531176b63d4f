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
