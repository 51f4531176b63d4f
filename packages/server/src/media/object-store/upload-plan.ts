import type { WaitingSegment, WaitingSegments } from './spool.ts';

/** At most one object of a camera in this time, because stores charge for each request. */
const minIntervalMs = 30_000;
/** Objects are not smaller than this, if it takes no longer than `maxWaitMs`. */
const minObjectBytes = 1_000_000;
/** Footage of a camera with few or small segments waits no longer than this. */
const maxWaitMs = 600_000;

/**
 * Limits of one object. Cameras of up to 2.1 Mbit/s fill 1 to 8 MB in 30 s; larger objects are those of cameras with more, and what a
 * bucket that was away catches up on. Each is in memory while it is sent.
 */
export const objectLimit = { bytes: 32_000_000, segments: 500 };

/**
 * Decides which waiting segments of a camera are sent now, as one object.
 * @param sinceLastMs time since the camera's last object; null before the first
 * @returns none while it is better to wait
 */
export function planUpload(
  { segments, hasMore }: WaitingSegments,
  { now, sinceLastMs }: { readonly now: number; readonly sinceLastMs: number | null },
): readonly WaitingSegment[] {
  // More than an object holds waits already: with 30 s between them a large camera would never catch up.
  if (hasMore) return segments;
  if (sinceLastMs !== null && sinceLastMs < minIntervalMs) return [];
  const bytes = segments.reduce((sum, { size }) => sum + size, 0);
  if (bytes >= minObjectBytes) return segments;
  const [oldest] = segments;
  return oldest && now - (oldest.startMs + oldest.durationMs) >= maxWaitMs ? segments : [];
}
