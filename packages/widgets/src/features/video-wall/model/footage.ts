import type { Footage } from '@watchpost/sdk-core';

/** The union of several cameras' recordings; a gap, without a reason, only where none of them recorded. */
export function mergeFootage(all: readonly (Footage | null)[]): Footage | null {
  const known = all.filter((footage) => footage !== null);
  if (known.length === 0) return null;
  const [only] = known;
  if (known.length === 1 && only) return only;
  const recordings: { from: number; to: number }[] = [];
  for (const { from, to } of known.flatMap((footage) => footage.recordings).toSorted((a, b) => a.from - b.from)) {
    const last = recordings.at(-1);
    if (last && from <= last.to) last.to = Math.max(last.to, to);
    else recordings.push({ from, to });
  }
  const times = (pick: (footage: Footage) => number | null): number[] => known.flatMap((footage) => pick(footage) ?? []);
  const [oldest, newest] = [times((footage) => footage.oldest), times((footage) => footage.newest)];
  return {
    recordings,
    gaps: [],
    oldest: oldest.length > 0 ? Math.min(...oldest) : null,
    newest: newest.length > 0 ? Math.max(...newest) : null,
  };
}
