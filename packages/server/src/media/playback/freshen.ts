import type { Clock } from '../../kernel/clock.ts';
import type { SegmentIndex } from '../recording/segment-index.ts';

/** Makes what was recorded up to a moment readable: the index is written, and a running segment ends at its next key frame. */
export type Freshen = (cameraId: string, to: number) => Promise<void>;

/** What is newer than this may still be in the running segment, ms. */
const recent = 15_000;

export function createFreshen(deps: { clock: Clock; index: Pick<SegmentIndex, 'flush'>; recorder: { cutSoon(cameraId: string): void } }): Freshen {
  const { clock, index, recorder } = deps;
  return async (cameraId, to) => {
    // While the database is away the query that follows says so.
    await index.flush().catch(() => undefined);
    if (to > clock.now() - recent) recorder.cutSoon(cameraId);
  };
}
