import type { Clock } from '@watchpost/contract/timing/clock';
import type { SegmentIndex } from '../recording/segment-index.ts';

/** Makes footage up to a moment readable: writes the index, and ends a running segment at its next key frame. */
export type Freshen = (cameraId: string, to: number) => Promise<void>;

/** Footage newer than this may still be in the running segment. */
const recentMs = 15_000;

export function createFreshen(deps: {
  clock: Clock;
  index: Pick<SegmentIndex, 'flush'>;
  recorder: { cutSoon(cameraId: string): void };
}): Freshen {
  const { clock, index, recorder } = deps;
  return async (cameraId, to) => {
    // While the database is unavailable, the query that follows reports it.
    await index.flush().catch(() => undefined);
    if (to > clock.now() - recentMs) recorder.cutSoon(cameraId);
  };
}
