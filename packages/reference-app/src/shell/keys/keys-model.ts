import { routeOf } from '../../shared/navigation/routes.ts';

/** Action of a key; its text is `keys.<name>`. */
type KeyName =
  | 'palette'
  | 'map'
  | 'close'
  | 'skip'
  | 'nextEvent'
  | 'previousEvent'
  | 'playEvent'
  | 'closeEvent'
  | 'turn'
  | 'zoom'
  | 'home'
  | 'preset';

interface KeyRow {
  readonly name: KeyName;
  /** Alternatives, each one or more keys pressed together. */
  readonly keys: readonly (readonly string[])[];
}

export interface KeyGroup {
  readonly name: 'everywhere' | 'events' | 'ptz';
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

/** Whether the screen at this path has a player, which lists its own keys. */
export function hasPlayerKeys(pathname: string): boolean {
  return routeOf(pathname) === 'camera';
}

/** Returns the keys of the screen at this path, its own first. The player lists its keys itself. */
export function keysOf(pathname: string, isMac: boolean): readonly KeyGroup[] {
  const route = routeOf(pathname);
  if (route === 'cameraControl') return [ptz, everywhere(isMac)];
  return route === 'activities' ? [events, everywhere(isMac)] : [everywhere(isMac)];
}
