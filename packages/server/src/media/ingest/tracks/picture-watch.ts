import type { Clock } from '@watchpost/contract/timing/clock';
import { videoTimescale, type Sample, type SourceEnd } from '../../media-types.ts';

/** Judges a source by its picture alone: neither sound nor reports prove that there is one. */
export interface PictureWatch {
  onPicture(sample: Sample): void;
  onSound(): void;
  /** The source sends video, which need not be a whole picture. */
  onAlive(): void;
  /** Returns why the source must be reopened; null while it is well. */
  check(): SourceEnd | null;
  /** The source sends video, but has not sent a key frame yet. */
  readonly awaitsKeyFrame: boolean;
  /** How long it has been sending video without the key frame that is needed, ms; negative while none is. */
  readonly keyFrameOverdueMs: number;
  /** Another source begins now. */
  reset(): void;
}

/** A source that sends no picture for this long is considered dead … */
const silenceTimeoutMs = 10_000;
/** … unless its key frames are far apart: of a scene without motion, some cameras send nothing else. */
const silentKeyFrames = 3;
/** Without a key frame there is nothing to show; most cameras send one on a new connection. */
const keyFrameTimeoutMs = 120_000;

export function createPictureWatch(clock: Clock): PictureWatch {
  let picturedAt = clock.monotonic();
  let aliveAt = picturedAt;
  let heardAt = Number.NEGATIVE_INFINITY;
  let hasPicture = false;
  /** When the source began to send video without a key frame, monotonic ms. */
  let aliveSince: number | null = null;
  let lastKey: number | null = null;
  let keyFrameIntervalMs: number | null = null;

  return {
    onPicture: ({ keyFrame, decodeTime }) => {
      picturedAt = aliveAt = clock.monotonic();
      hasPicture = true;
      aliveSince = null;
      if (!keyFrame) return;
      if (lastKey !== null) keyFrameIntervalMs = ((decodeTime - lastKey) / videoTimescale) * 1000;
      lastKey = decodeTime;
    },
    onSound: () => void (heardAt = clock.monotonic()),
    onAlive: () => {
      aliveAt = clock.monotonic();
      if (!hasPicture) aliveSince ??= aliveAt;
    },
    check: () => {
      const now = clock.monotonic();
      if (aliveSince !== null && now - aliveSince >= keyFrameTimeoutMs)
        return { code: 'camera-no-video', detail: 'No key frame for 2 minutes.' };
      const timeoutMs = Math.min(keyFrameTimeoutMs, Math.max(silenceTimeoutMs, (keyFrameIntervalMs ?? 0) * silentKeyFrames));
      const seconds = Math.round(timeoutMs / 1000);
      if (now - aliveAt >= timeoutMs)
        return hasPicture && now - heardAt >= timeoutMs
          ? { code: 'camera-timeout', detail: `Nothing for ${seconds} s.` }
          : { code: 'camera-no-video', detail: `No picture for ${seconds} s.` };
      // Until two key frames have come, what is missing may be the next one.
      const brokenTimeoutMs = keyFrameIntervalMs === null ? keyFrameTimeoutMs : timeoutMs;
      if (hasPicture && now - picturedAt >= brokenTimeoutMs)
        return { code: 'camera-no-video', detail: `Video for ${Math.round(brokenTimeoutMs / 1000)} s, but no whole picture.` };
      return null;
    },
    get awaitsKeyFrame() {
      return aliveSince !== null;
    },
    get keyFrameOverdueMs() {
      return aliveSince === null ? -1 : clock.monotonic() - aliveSince;
    },
    reset: () => {
      picturedAt = aliveAt = clock.monotonic();
      heardAt = Number.NEGATIVE_INFINITY;
      hasPicture = false;
      aliveSince = lastKey = keyFrameIntervalMs = null;
    },
  };
}
