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
  | 'seenEvent'
  | 'saveEvent'
  | 'falseAlarm'
  | 'linkToEvent'
  | 'turn'
  | 'zoom'
  | 'home'
  | 'preset'
  | 'nextTile'
  | 'moveTile'
  | 'oneTile'
  | 'removeTile'
  | 'soundOfTile'
  | 'pauseWall'
  | 'pageOfWall'
  | 'liveWall';

interface KeyRow {
  readonly name: KeyName;
  /** Alternatives, each one or more keys pressed together. */
  readonly keys: readonly (readonly string[])[];
}

export interface KeyGroup {
  readonly name: 'everywhere' | 'events' | 'ptz' | 'wall';
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
    { name: 'seenEvent', keys: [['S']] },
    { name: 'saveEvent', keys: [['B']] },
    { name: 'falseAlarm', keys: [['F']] },
    { name: 'linkToEvent', keys: [['L']] },
    { name: 'closeEvent', keys: [['Esc']] },
  ],
};

const arrows = ['←', '→', '↑', '↓'];

const ptz: KeyGroup = {
  name: 'ptz',
  rows: [
    { name: 'turn', keys: arrows.map((arrow) => [arrow]) },
    { name: 'zoom', keys: [['+'], ['−']] },
    { name: 'home', keys: [['Home']] },
    { name: 'preset', keys: [['1'], ['9']] },
  ],
};

const wall: KeyGroup = {
  name: 'wall',
  rows: [
    { name: 'nextTile', keys: arrows.map((arrow) => [arrow]) },
    { name: 'moveTile', keys: arrows.map((arrow) => ['Shift', arrow]) },
    { name: 'oneTile', keys: [['Enter']] },
    { name: 'removeTile', keys: [['Delete']] },
    { name: 'soundOfTile', keys: [['M']] },
    { name: 'pauseWall', keys: [['Space']] },
    { name: 'pageOfWall', keys: [['Page Up'], ['Page Down']] },
    { name: 'liveWall', keys: [['0']] },
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
  if (route === 'videoWall') return [wall, everywhere(isMac)];
  return route === 'activities' ? [events, everywhere(isMac)] : [everywhere(isMac)];
}
