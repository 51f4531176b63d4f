import type { Clock } from '@watchpost/contract/timing/clock';
import type { Source, SourceEnd } from '../media-types.ts';

/**
 * Knows the cameras whose plan has no HD. For them the camera's own smaller stream takes the place of the main one, so that everybody who
 * watches, records or measures has the smaller picture, and the large one is not even fetched.
 */
export interface ReducedPictures {
  /** @returns whether that is news */
  set(cameraId: string, isReduced: boolean): boolean;
  /**
   * Opens the source that the plan of the camera asks for.
   * @param sources `small` is null for a camera without a smaller stream: it keeps its picture
   */
  open(cameraId: string, sources: { readonly main: () => Source; readonly small: (() => Source) | null }): Source;
  forget(cameraId: string): void;
}

/** A smaller stream that can't be played is tried again after this time: a camera in HD is better than no camera. */
const retryAfterMs = 600_000;
/** A stream that was ended earlier may have been about to begin. */
const minTrialMs = 5000;

/** What is the matter with this stream, rather than with the camera. */
const faultsOfStream: readonly SourceEnd['code'][] = [
  'camera-url-invalid',
  'camera-stream-not-found',
  'camera-denies-access',
  'camera-redirects',
  'camera-audio-only',
  'camera-multicast-only',
  'camera-codec-unsupported',
  'camera-no-video',
  'camera-video-broken',
];

/** @param deps.cameraIds those whose plan has no HD at the start */
export function createReducedPictures({
  clock,
  cameraIds,
}: {
  readonly clock: Clock;
  readonly cameraIds: Iterable<string>;
}): ReducedPictures {
  const reduced = new Set(cameraIds);
  /** Until when the main stream replaces a smaller one that could not be played, monotonic ms. */
  const replacedUntil = new Map<string, number>();

  const watch = (cameraId: string, source: Source): Source => {
    let hasDelivered = false;
    let startedAt = 0;
    const giveUp = (): void => void replacedUntil.set(cameraId, clock.monotonic() + retryAfterMs);
    return {
      get clockRate() {
        return source.clockRate ?? null;
      },
      requestKeyFrame: () => source.requestKeyFrame?.(),
      start: (listener) => {
        startedAt = clock.monotonic();
        source.start({
          ...listener,
          onSample: (sample) => {
            hasDelivered ||= sample.kind === 'video';
            listener.onSample(sample);
          },
          onEnd: (reason) => {
            if (!hasDelivered && faultsOfStream.includes(reason.code)) giveUp();
            // It has said what is the matter.
            hasDelivered = true;
            listener.onEnd(reason);
          },
        });
      },
      stop: () => {
        // The viewer who waited for its picture has given up.
        if (!hasDelivered && clock.monotonic() - startedAt >= minTrialMs) giveUp();
        return source.stop();
      },
    };
  };

  return {
    set: (cameraId, isReduced) => {
      if (reduced.has(cameraId) === isReduced) return false;
      if (isReduced) reduced.add(cameraId);
      else reduced.delete(cameraId);
      replacedUntil.delete(cameraId);
      return true;
    },
    open: (cameraId, { main, small }) => {
      const isReplaced = clock.monotonic() < (replacedUntil.get(cameraId) ?? Number.NEGATIVE_INFINITY);
      return small === null || isReplaced || !reduced.has(cameraId) ? main() : watch(cameraId, small());
    },
    forget: (cameraId) => void replacedUntil.delete(cameraId),
  };
}
