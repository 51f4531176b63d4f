/** What a second of playing cost, over all tiles. */
export interface LoadSample {
  /** Frames that were to be shown, and those of them that were not. */
  readonly frames: number;
  readonly dropped: number;
  /** Share of the second in which the page did not draw because of long frames, 0 to 1. */
  readonly blocked: number;
  /** What the browser says of the processor, where it says anything. */
  readonly pressure: 'nominal' | 'fair' | 'serious' | 'critical' | null;
  /** Tiles that are to play. */
  readonly tiles: number;
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
  /** Seconds in a row that were easy, and that were hard. */
  readonly calm: number;
  readonly hard: number;
  /** Easy seconds before a level is given back; doubled whenever that turned out to be too early. */
  readonly patience: number;
  /** Seconds since the last level was given back. */
  readonly sinceRaise: number;
}

export const mostLevels = 5;
const firstPatience = 10;
const longestPatience = 160;
/** A raise that is taken back within so many seconds was a mistake. */
const tooEarly = 20;
/** The promise is 0.5 % of frames at most: it is acted upon well before. */
const droppedTooMany = 0.003;
const blockedTooLong = 0.2;
/** Less than these is easy. */
const droppedFew = 0.001;
const blockedShort = 0.1;

export const firstGovernor: Governor = { level: 0, calm: 0, hard: 0, patience: firstPatience, sinceRaise: longestPatience };

/** A second later: lowers at once when frames go or are about to go, raises slowly. */
export function govern(governor: Governor, sample: LoadSample): Governor {
  const sinceRaise = governor.sinceRaise + 1;
  const droppedShare = sample.frames === 0 ? 0 : sample.dropped / sample.frames;
  const overrun = droppedShare > droppedTooMany && sample.dropped >= 2;
  const isHard = overrun || sample.blocked > blockedTooLong || sample.pressure === 'critical';
  const isEasy = droppedShare <= droppedFew && sample.blocked < blockedShort && sample.pressure !== 'serious';
  if (isHard) {
    const hard = governor.hard + 1;
    // One hard second may be a window that was resized; frames that are lost by the dozen are not.
    if (hard < 2 && droppedShare < 0.05) return { ...governor, hard, calm: 0, sinceRaise };
    const wasTooEarly = sinceRaise <= tooEarly;
    return {
      level: Math.min(mostLevels, governor.level + (droppedShare > 0.2 ? 2 : 1)),
      calm: 0,
      hard: 0,
      patience: wasTooEarly ? Math.min(longestPatience, governor.patience * 2) : governor.patience,
      sinceRaise,
    };
  }
  const calm = isEasy ? governor.calm + 1 : 0;
  if (governor.level === 0) return { ...governor, calm, hard: 0, sinceRaise, patience: calm > longestPatience ? firstPatience : governor.patience };
  if (calm < governor.patience) return { ...governor, calm, hard: 0, sinceRaise };
  return { ...governor, level: governor.level - 1, calm: 0, hard: 0, sinceRaise: 0 };
}

/** What a level leaves of so many tiles: first half of them lose the frames between key frames, then most, then some stand still. */
export function allow(level: number, tiles: number): Allowance {
  const full = [tiles, Math.ceil(tiles / 2), Math.min(tiles, 1), 0, 0, 0][level] ?? 0;
  const playing = [tiles, tiles, tiles, tiles, Math.ceil(tiles / 2), Math.min(Math.ceil(tiles / 2), 4)][level] ?? 0;
  return { full, key: playing - full };
}
