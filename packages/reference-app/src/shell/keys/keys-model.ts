import { routeOf } from '../../shared/navigation/routes.ts';

/** What a key does; its text is `keys.<name>` of the texts beside. */
export type KeyName =
  | 'palette' | 'map' | 'close' | 'skip'
  | 'nextEvent' | 'previousEvent' | 'playEvent' | 'closeEvent'
  | 'turn' | 'zoom' | 'home' | 'preset'
  | 'play' | 'back5' | 'back10' | 'mute' | 'fullscreen' | 'live';

export interface KeyRow {
  readonly name: KeyName;
  /** Alternatives, each one or more keys pressed together. */
  readonly keys: readonly (readonly string[])[];
}

export interface KeyGroup {
  readonly name: 'everywhere' | 'player' | 'events' | 'ptz';
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

const events: KeyGroup = {
  name: 'events',
  rows: [
    { name: 'nextEvent', keys: [['J']] },
    { name: 'previousEvent', keys: [['K']] },
    { name: 'playEvent', keys: [['Enter']] },
    { name: 'closeEvent', keys: [['Esc']] },
  ],
};

const ptz: KeyGroup = {
  name: 'ptz',
  rows: [
    { name: 'turn', keys: [['←'], ['→'], ['↑'], ['↓']] },
    { name: 'zoom', keys: [['+'], ['−']] },
    { name: 'home', keys: [['Home']] },
    { name: 'preset', keys: [['1'], ['9']] },
  ],
};

/** The keys of the screen at this address, its own first. */
export function keysOf(pathname: string, isMac: boolean): readonly KeyGroup[] {
  const route = routeOf(pathname);
  if (route === 'camera') return [player, everywhere(isMac)];
  if (route === 'cameraControl') return [ptz, everywhere(isMac)];
  return route === 'activities' ? [events, everywhere(isMac)] : [everywhere(isMac)];
}
