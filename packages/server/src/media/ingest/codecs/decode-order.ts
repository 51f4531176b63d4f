/** When a frame is decoded and how much later it is presented, ticks. */
interface DecodeTimes {
  readonly decodeTime: number;
  readonly compositionOffset: number;
}

export interface DecodeOrder {
  /** Returns the times of the next frame; frames arrive in decode order with their presentation time. */
  next(presentation: number): DecodeTimes;
  /** Number of frames by which the stream is currently reordered. */
  readonly depth: number;
}

const maxDepth = 16;

/**
 * Derives decode times, because RTP carries only presentation times. In a stream with `depth` frames of reordering, the sorted
 * presentation times, each shifted by `depth` places, are its decode times: increasing, and never after the presentation. This
 * adds no delay: a frame's decode time is known when it arrives.
 * @param depth frames of reordering that the stream declares; null to start with none and increase when a frame runs backwards
 * @param clockRate ticks per second
 */
export function createDecodeOrder(depth: number | null, clockRate: number): DecodeOrder {
  let held: number[] = [];
  let current = depth ?? 0;
  let newest: number | null = null;
  let last = 0;
  let missing = 0;

  const restart = (presentation: number): void => {
    held = [];
    missing = current;
    last = presentation - Math.round(((current + 1) * clockRate) / 25);
  };
  const decodeTimeOf = (presentation: number): number => {
    // A frame that runs backwards past the last returned time shows that the stream reorders more than it declared.
    if (depth === null && presentation <= last && current < maxDepth) current += 1;
    let at = held.length;
    while (at > 0 && (held[at - 1] ?? 0) > presentation) at -= 1;
    held.splice(at, 0, presentation);
    if (held.length > current) return held.shift() ?? presentation;
    // The first frames have no predecessors whose time they could use: they share the time before the first presentation.
    missing -= 1;
    return missing >= 0 ? last + Math.round(clockRate / 25) : last + 1;
  };

  return {
    next: (presentation) => {
      // A step this large is another timeline, not reordering.
      if (newest === null || Math.abs(presentation - newest) > clockRate) restart(presentation);
      newest = presentation;
      const decodeTime = Math.max(last + 1, Math.min(decodeTimeOf(presentation), presentation));
      last = decodeTime;
      return { decodeTime, compositionOffset: Math.max(0, presentation - decodeTime) };
    },
    get depth() {
      return current;
    },
  };
}
