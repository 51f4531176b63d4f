/** One packet of a file: when it is decoded and how much later it is shown, seconds from the file's start. */
export interface TimelineEntry {
  readonly decodeTime: number;
  readonly compositionOffset: number;
  readonly duration: number;
}

/**
 * Derives decode times for packets in decode order. A container stores presentation times; decoding advances in steady steps,
 * so the sorted presentation times, moved back as far as reordering requires, are the decode times.
 * @param presentation presentation times in decode order, seconds
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

/** Duration of one round of the loop: up to the end of its last packet, seconds. */
export function loopDuration(entries: readonly TimelineEntry[]): number {
  const last = entries.at(-1);
  if (!last) return 0;
  const usual = entries.length > 1 ? last.decodeTime / (entries.length - 1) : 0.04;
  return last.decodeTime + (last.duration > 0 ? last.duration : usual);
}
