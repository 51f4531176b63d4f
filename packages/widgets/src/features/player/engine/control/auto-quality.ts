/** What the choice is made from, at one moment. */
export interface QualityConditions {
  /** Milliseconds, monotonic. */
  readonly now: number;
  /** Width of the picture in pixels of the screen. */
  readonly width: number;
}

export interface AutoQuality {
  choose(conditions: QualityConditions): 'low' | 'high';
  /** The network did not carry it: frames were left out, the picture stood still, or did not come in time. @param severe one is enough */
  congested(now: number, severe?: boolean): void;
}

/** A full stream for a picture this wide is wasted; a little more before it is taken back, so that dragging an edge changes nothing. Pixels. */
const lowUpTo = 640;
const highFrom = 720;
/** So many signs within so long, ms, are no accident. */
const signs = 2;
const within = 10_000;
/** How long the low stream stays, ms: twice as long each time the full one failed again. */
const shortest = 15_000;
const longest = 240_000;

/** The camera's stream by the size of the picture and by what the network carried lately. */
export function createAutoQuality(width: number): AutoQuality {
  let small = width <= lowUpTo;
  let seen: number[] = [];
  let lowUntil = Number.NEGATIVE_INFINITY;
  let penalty = shortest;
  return {
    choose({ now, width: at }) {
      if (at <= lowUpTo) small = true;
      else if (at >= highFrom) small = false;
      return small || now < lowUntil ? 'low' : 'high';
    },
    congested(now, severe = false) {
      if (now < lowUntil) return;
      seen = [...seen.filter((time) => now - time < within), now];
      if (!severe && seen.length < signs) return;
      seen = [];
      penalty = now - lowUntil > longest ? shortest : Math.min(longest, penalty * 2);
      lowUntil = now + penalty;
    },
  };
}
