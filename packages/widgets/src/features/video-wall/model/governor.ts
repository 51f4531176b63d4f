/** The cost of one second of playback over all tiles. */
export interface LoadSample {
  /** Frames due, and how many of them were not shown. */
  readonly frames: number;
  readonly dropped: number;
  /** Share of the second blocked by long frames of the page, 0 to 1. */
  readonly blocked: number;
  /** CPU pressure, where the browser reports it. */
  readonly pressure: 'nominal' | 'fair' | 'serious' | 'critical' | null;
}

/**
 * How the tiles play: the first `full` with every frame, the next `key` with key frames only. The others are paused and refreshed from
 * time to time.
 */
export interface Allowance {
  readonly full: number;
  readonly key: number;
}

export interface Governor {
  /** 0: everything plays in full. */
  readonly level: number;
  /** Seconds to ignore: tiles that start or change cost more than tiles that play. */
  readonly settling: number;
  /** Frames per second while everything played in full. Dropped frames are a share of these, however few are left to drop. */
  readonly usual: number;
  /** Share of dropped frames, averaged over some seconds. */
  readonly dropped: number;
  /** Consecutive easy seconds, and consecutive hard ones. */
  readonly calm: number;
  readonly hard: number;
  /** Easy seconds before a level is raised; doubles whenever raising was premature. */
  readonly raiseAfterSeconds: number;
  /** Seconds since the last raise. */
  readonly sinceRaise: number;
}

export const maxLevel = 6;
const settleSeconds = 4;
const minRaiseAfterSeconds = 10;
const maxRaiseAfterSeconds = 160;
/** A raise reverted within this many seconds was a mistake. */
const revertWithinSeconds = 20;
/** The share of dropped frames that viewers notice. Reacting to less loses more frames than it saves, because changed tiles restart. */
const hardDroppedShare = 0.02;
const hardBlockedShare = 0.4;
/** Below these values a second is easy. */
const easyDroppedShare = 0.002;
const easyBlockedShare = 0.2;
/** A second that is not easy cancels this many easy ones: an occasional lost frame does not keep a wall down. */
const easySecondsLost = 2;
/** Weight of the newest second in the average. */
const weight = 0.25;
/** A single hard second may be a window resize. */
const minHardInARow = 3;

export const firstGovernor: Governor = {
  level: 0,
  settling: settleSeconds,
  usual: 0,
  dropped: 0,
  calm: 0,
  hard: 0,
  raiseAfterSeconds: minRaiseAfterSeconds,
  sinceRaise: maxRaiseAfterSeconds,
};

/** Different tiles are shown: their start-up cost says nothing. */
export function settle(governor: Governor): Governor {
  return { ...governor, usual: 0, settling: settleSeconds, dropped: 0, hard: 0 };
}

/** The same tiles play differently. */
function change(governor: Governor): Governor {
  return { ...settle(governor), usual: governor.usual };
}

/** Evaluates one second: lowers the level quickly when frames are dropped or about to be, raises it slowly. */
export function govern(governor: Governor, sample: LoadSample): Governor {
  const sinceRaise = governor.sinceRaise + 1;
  if (governor.settling > 0) return { ...governor, settling: governor.settling - 1, sinceRaise };
  const usual = governor.level === 0 ? sample.frames : governor.usual;
  const frames = Math.max(usual, sample.frames);
  const share = frames === 0 ? 0 : sample.dropped / frames;
  const dropped = governor.dropped * (1 - weight) + share * weight;
  const isHard = (dropped > hardDroppedShare && sample.dropped > 0) || sample.blocked > hardBlockedShare || sample.pressure === 'critical';
  if (isHard) {
    const hard = governor.hard + 1;
    // Many dropped frames need no second confirmation.
    if (hard < minHardInARow && share < 0.1) return { ...governor, usual, dropped, hard, calm: 0, sinceRaise };
    const raiseAfterSeconds =
      sinceRaise <= revertWithinSeconds ? Math.min(maxRaiseAfterSeconds, governor.raiseAfterSeconds * 2) : governor.raiseAfterSeconds;
    return change({
      ...governor,
      usual,
      level: Math.min(maxLevel, governor.level + (share > 0.25 ? 2 : 1)),
      calm: 0,
      raiseAfterSeconds,
      sinceRaise,
    });
  }
  const isEasy = dropped <= easyDroppedShare && sample.blocked < easyBlockedShare && sample.pressure !== 'serious';
  const calm = isEasy ? governor.calm + 1 : Math.max(0, governor.calm - easySecondsLost);
  if (governor.level === 0)
    return {
      ...governor,
      usual,
      dropped,
      calm,
      hard: 0,
      sinceRaise,
      raiseAfterSeconds: calm > maxRaiseAfterSeconds ? minRaiseAfterSeconds : governor.raiseAfterSeconds,
    };
  if (calm < governor.raiseAfterSeconds) return { ...governor, dropped, calm, hard: 0, sinceRaise };
  return change({ ...governor, level: governor.level - 1, calm: 0, sinceRaise: 0 });
}

/** This many tiles with key frames are no burden anywhere: on a small wall nothing is ever paused. */
const minPlaying = 9;
/** Share of tiles with every frame, by level. */
const fullShares: readonly number[] = [1, 0.75, 0.5, 0.25];

/** Distributes the tiles of a level: more and more lose the frames between key frames; finally some of a large wall are paused. */
export function allow(level: number, tiles: number): Allowance {
  const share = fullShares[level];
  const full = share === undefined ? Math.min(tiles, level === 4 ? 1 : 0) : Math.ceil(tiles * share);
  const playing = level < maxLevel ? tiles : Math.min(tiles, Math.max(minPlaying, Math.ceil(tiles / 2)));
  return { full, key: playing - full };
}
