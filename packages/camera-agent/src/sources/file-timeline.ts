/** One packet of a file: when it is decoded and how much later it is shown, seconds from the file's start. */
export interface TimelineEntry {
  readonly decodeTime: number;
  readonly compositionOffset: number;
  readonly duration: number;
}

/**
 * Gives packets in decode order their decode times. A container knows when each is shown; decoding goes in steady steps,
 * so the sorted times of presentation, moved back as far as reordering needs, are the times of decoding.
 * @param presentation times of presentation in decode order, seconds
 * @param duration of each packet, seconds; 0 where the file does not say
 */
export function decodeTimeline(presentation: readonly number[], duration: readonly number[]): TimelineEntry[] {
  const sorted = presentation.toSorted((a, b) => a - b);
  const delay = presentation.reduce((most, time, index) => Math.max(most, (sorted[index] ?? 0) - time), 0);
  const first = (sorted[0] ?? 0) - delay;
  return presentation.map((time, index) => {
    const decodeTime = (sorted[index] ?? 0) - delay - first;
    const next = sorted[index + 1];
    const step = next === undefined ? (duration[index] ?? 0) : next - (sorted[index] ?? 0);
    return { decodeTime, compositionOffset: Math.max(0, time - first - decodeTime), duration: step };
  });
}

/** How long one round of the loop takes: up to the end of its last packet, seconds. */
export function loopDuration(entries: readonly TimelineEntry[]): number {
  const last = entries.at(-1);
  if (!last) return 0;
  const usual = entries.length > 1 ? last.decodeTime / (entries.length - 1) : 0.04;
  return last.decodeTime + (last.duration > 0 ? last.duration : usual);
}
