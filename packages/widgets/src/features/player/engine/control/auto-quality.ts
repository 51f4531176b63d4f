/** The inputs of the decision at one moment. */
interface QualityConditions {
  /** Milliseconds, monotonic. */
  readonly now: number;
  /** Width of the picture in device pixels. */
  readonly width: number;
}

export interface AutoQuality {
  choose(conditions: QualityConditions): 'low' | 'high';
  /** The network could not keep up: frames were dropped, playback stalled, or the picture was overdue. @param severe one is enough */
  congested(now: number, severe?: boolean): void;
}

/** The main stream is wasted on a picture up to this wide, pixels. The threshold for switching back is higher, so that dragging an edge changes nothing. */
const lowUpTo = 640;
const highFrom = 720;
/** This many signs within this time, ms, are no coincidence. */
const minSigns = 2;
const windowMs = 10_000;
/** How long to stay on the substream, ms: doubles each time the main stream fails again. */
const minPenaltyMs = 15_000;
const maxPenaltyMs = 240_000;

/** Chooses the camera's stream by the picture's size and by what the network carried lately. */
export function createAutoQuality(width: number): AutoQuality {
  let small = width <= lowUpTo;
  let seen: number[] = [];
  let lowUntil = Number.NEGATIVE_INFINITY;
  let penalty = minPenaltyMs;
  return {
    choose({ now, width: at }) {
      if (at <= lowUpTo) small = true;
      else if (at >= highFrom) small = false;
      return small || now < lowUntil ? 'low' : 'high';
    },
    congested(now, severe = false) {
      if (now < lowUntil) return;
      seen = [...seen.filter((time) => now - time < windowMs), now];
      if (!severe && seen.length < minSigns) return;
      seen = [];
      penalty = now - lowUntil > maxPenaltyMs ? minPenaltyMs : Math.min(maxPenaltyMs, penalty * 2);
      lowUntil = now + penalty;
    },
  };
}
