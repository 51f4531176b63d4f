/** When a frame is to be decoded and how much later it is shown, ticks. */
export interface DecodeTimes {
  readonly decodeTime: number;
  readonly compositionOffset: number;
}

export interface DecodeOrder {
  /** Frames come in decode order with their time of presentation. */
  next(presentation: number): DecodeTimes;
  /** Frames that are held back now. */
  readonly depth: number;
}

const maxDepth = 16;

/**
 * RTP carries when a frame is shown, never when it is decoded. Sorted by time, the presentations of a stream with
 * `depth` frames of reordering, each `depth` places later, are its decode times: increasing, and never after the presentation.
 * Nothing is delayed: a frame's decode time is known when it arrives.
 * @param depth frames of reordering, when the stream says; null: none until a frame runs backwards, then as many as needed
 * @param clockRate ticks a second
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
    // A frame that runs backwards past what was given out shows that the stream reorders more than it said.
    if (depth === null && presentation <= last && current < maxDepth) current += 1;
    let at = held.length;
    while (at > 0 && (held[at - 1] ?? 0) > presentation) at -= 1;
    held.splice(at, 0, presentation);
    if (held.length > current) return held.shift() ?? presentation;
    // The first frames have no predecessors to take their time from: they share what lies before the first presentation.
    missing -= 1;
    return missing >= 0 ? last + Math.round(clockRate / 25) : last + 1;
  };

  return {
    next: (presentation) => {
      // Another timeline, not reordering.
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
