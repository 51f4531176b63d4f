/** What a second of playing cost, over all tiles. */
export interface LoadSample {
  /** Frames that were to be shown, and those of them that were not. */
  readonly frames: number;
  readonly dropped: number;
  /** Share of the second in which the page did not draw because of long frames, 0 to 1. */
  readonly blocked: number;
  /** What the browser says of the processor, where it says anything. */
  readonly pressure: 'nominal' | 'fair' | 'serious' | 'critical' | null;
}

/**
 * How the tiles play: `full` that many with every frame, then `key` that many with key frames only, the others stand still
 * and are renewed from time to time.
 */
export interface Allowance {
  readonly full: number;
  readonly key: number;
}

export interface Governor {
  /** 0: everything plays in full. */
  readonly level: number;
  /** Seconds that are not looked at: tiles that begin or change cost more than tiles that play. */
  readonly settling: number;
  /** Frames of a second while everything played in full: what is dropped is a share of these, however few are left to drop. */
  readonly usual: number;
  /** Share of frames dropped, over some seconds. */
  readonly dropped: number;
  /** Seconds in a row that were easy, and that were hard. */
  readonly calm: number;
  readonly hard: number;
  /** Easy seconds before a level is given back; doubled whenever that turned out to be too early. */
  readonly patience: number;
  /** Seconds since the last level was given back. */
  readonly sinceRaise: number;
}

export const mostLevels = 6;
const settleFor = 4;
const firstPatience = 10;
const longestPatience = 160;
/** A raise that is taken back within so many seconds was a mistake. */
const tooEarly = 20;
/** What a guard sees as jerking. Acting on less loses more frames than it saves: tiles that change begin anew. */
const droppedTooMany = 0.02;
const blockedTooLong = 0.4;
/** Less than these is easy. */
const droppedFew = 0.002;
const blockedShort = 0.2;
/** A second that is not easy takes back so many that were: one frame lost now and then does not hold a wall down. */
const setBack = 2;
/** The newest second's share in the average. */
const weight = 0.25;
/** One hard second may be a window that was resized. */
const hardInARow = 3;

export const firstGovernor: Governor = { level: 0, settling: settleFor, usual: 0, dropped: 0, calm: 0, hard: 0, patience: firstPatience, sinceRaise: longestPatience };

/** Other tiles are shown: what they cost to begin with says nothing. */
export function settle(governor: Governor): Governor {
  return { ...governor, usual: 0, settling: settleFor, dropped: 0, hard: 0 };
}

/** The same tiles, played in another way. */
function change(governor: Governor): Governor {
  return { ...settle(governor), usual: governor.usual };
}

/** A second later: lowers when frames go or are about to go, raises slowly. */
export function govern(governor: Governor, sample: LoadSample): Governor {
  const sinceRaise = governor.sinceRaise + 1;
  if (governor.settling > 0) return { ...governor, settling: governor.settling - 1, sinceRaise };
  const usual = governor.level === 0 ? sample.frames : governor.usual;
  const frames = Math.max(usual, sample.frames);
  const share = frames === 0 ? 0 : sample.dropped / frames;
  const dropped = governor.dropped * (1 - weight) + share * weight;
  const isHard = (dropped > droppedTooMany && sample.dropped > 0) || sample.blocked > blockedTooLong || sample.pressure === 'critical';
  if (isHard) {
    const hard = governor.hard + 1;
    // Frames that are lost by the dozen are not waited upon.
    if (hard < hardInARow && share < 0.1) return { ...governor, usual, dropped, hard, calm: 0, sinceRaise };
    const patience = sinceRaise <= tooEarly ? Math.min(longestPatience, governor.patience * 2) : governor.patience;
    return change({ ...governor, usual, level: Math.min(mostLevels, governor.level + (share > 0.25 ? 2 : 1)), calm: 0, patience, sinceRaise });
  }
  const isEasy = dropped <= droppedFew && sample.blocked < blockedShort && sample.pressure !== 'serious';
  const calm = isEasy ? governor.calm + 1 : Math.max(0, governor.calm - setBack);
  if (governor.level === 0) return { ...governor, usual, dropped, calm, hard: 0, sinceRaise, patience: calm > longestPatience ? firstPatience : governor.patience };
  if (calm < governor.patience) return { ...governor, dropped, calm, hard: 0, sinceRaise };
  return change({ ...governor, level: governor.level - 1, calm: 0, sinceRaise: 0 });
}

/** Key frames of so many tiles are no burden anywhere: on a small wall nothing ever stands still. */
const playAnyway = 9;
/** Of all tiles, by level: those that have every frame. */
const fullShares: readonly number[] = [1, 0.75, 0.5, 0.25];

/** What a level leaves of so many tiles: more and more of them lose the frames between key frames; at last some of a large wall stand still. */
export function allow(level: number, tiles: number): Allowance {
  const share = fullShares[level];
  const full = share === undefined ? Math.min(tiles, level === 4 ? 1 : 0) : Math.ceil(tiles * share);
  const playing = level < mostLevels ? tiles : Math.min(tiles, Math.max(playAnyway, Math.ceil(tiles / 2)));
  return { full, key: playing - full };
}
