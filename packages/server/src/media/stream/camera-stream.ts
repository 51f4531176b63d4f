import type { Logger } from '../../kernel/log.ts';
import { videoTimescale, type Sample, type SourceListener, type StreamQuality, type Tracks } from '../media-types.ts';
import { buildFragment } from '../packaging/fragment.ts';
import { withoutAudio } from '../packaging/init-section.ts';
import { createGopCache, type CachedSample } from './gop-cache.ts';
import { createHourlyCount } from './hourly-count.ts';
import type { CameraStream, StreamSubscriber } from './stream-types.ts';

interface Subscription {
  readonly subscriber: StreamSubscriber;
  readonly audio: boolean;
}

export interface CameraStreamOptions {
  readonly cameraId: string;
  readonly quality?: StreamQuality;
  readonly log: Logger;
  /** Called when the first subscriber comes and when the last one has left. */
  readonly onWanted?: (isWanted: boolean) => void;
}

export function createCameraStream({ cameraId, quality = 'high', log, onWanted }: CameraStreamOptions): CameraStream {
  const subscriptions = new Set<Subscription>();
  const cache = createGopCache();
  let tracks: Tracks | null = null;
  let online = false;
  let sequence = 0;
  let lastKeyFrame: number | null = null;
  let keyFrameInterval: number | null = null;
  let sinceKeyFrameMs = 0;
  let receivedFrames = 0;
  let receivedBytes = 0;
  const damage = createHourlyCount();

  /** Contains a subscriber's exception, so that it affects no other. */
  const guarded = (call: () => void): void => {
    try {
      call();
    } catch (error) {
      log.error({ err: error, cameraId }, 'A subscriber of a stream failed');
    }
  };
  const tracksFor = ({ audio }: Subscription, current: Tracks): Tracks => (audio ? current : withoutAudio(current));
  const deliver = (subscription: Subscription, { sample, fragment }: CachedSample): void => {
    if (sample.kind === 'video' || subscription.audio) guarded(() => subscription.subscriber.onSample(sample, fragment));
  };

  const noteVideo = ({ keyFrame, decodeTime, damaged = 0 }: Sample): void => {
    receivedFrames += 1;
    const at = decodeTime / (videoTimescale / 1000);
    if (damaged > 0) damage.add(damaged, at);
    if (keyFrame) {
      if (lastKeyFrame !== null) keyFrameInterval = at - lastKeyFrame;
      lastKeyFrame = at;
    }
    sinceKeyFrameMs = lastKeyFrame === null ? 0 : at - lastKeyFrame;
  };

  const input: SourceListener = {
    onTracks: (next) => {
      const wasOnline = online;
      tracks = next;
      online = true;
      cache.clear();
      for (const subscription of subscriptions) {
        if (!wasOnline) guarded(() => subscription.subscriber.onOnline?.());
        guarded(() => subscription.subscriber.onTracks(tracksFor(subscription, next)));
      }
    },
    onSample: (sample) => {
      if (!online) return;
      sequence += 1;
      receivedBytes += sample.data.byteLength;
      if (sample.kind === 'video') noteVideo(sample);
      const entry = { sample, fragment: memoised(sample, sequence) };
      cache.add(entry);
      for (const subscription of subscriptions) deliver(subscription, entry);
    },
    onEnd: (reason) => {
      online = false;
      // Its next key frame may take long.
      lastKeyFrame = null;
      sinceKeyFrameMs = 0;
      cache.clear();
      for (const { subscriber } of subscriptions) guarded(() => subscriber.onOffline?.(reason));
    },
    onCut: (from) => {
      for (const { subscriber } of subscriptions) guarded(() => subscriber.onCut?.(from));
    },
    onLate: (sample, late) => {
      for (const { subscriber, audio } of subscriptions)
        if (sample.kind === 'video' || audio) guarded(() => subscriber.onLate?.(sample, late));
    },
    onLateEnd: () => {
      for (const { subscriber } of subscriptions) guarded(() => subscriber.onLateEnd?.());
    },
    keepsLate: () => [...subscriptions].some(({ subscriber }) => subscriber.keepsLate?.() ?? false),
  };

  return {
    cameraId,
    quality,
    input,
    get tracks() {
      return tracks;
    },
    get online() {
      return online;
    },
    get keyFrameInterval() {
      return keyFrameInterval;
    },
    get sinceKeyFrameMs() {
      return sinceKeyFrameMs;
    },
    get received() {
      return { frames: receivedFrames, bytes: receivedBytes };
    },
    damagedPictures: damage.total,
    get subscribers() {
      return subscriptions.size;
    },
    subscribe: (subscriber, { fromCache = true, audio = true } = {}) => {
      const subscription = { subscriber, audio };
      subscriptions.add(subscription);
      if (subscriptions.size === 1) onWanted?.(true);
      if (online && tracks) {
        const current = tracks;
        guarded(() => subscriber.onTracks(tracksFor(subscription, current)));
        if (fromCache) for (const entry of cache.entries) deliver(subscription, entry);
      }
      return () => {
        if (subscriptions.delete(subscription) && subscriptions.size === 0) onWanted?.(false);
      };
    },
  };
}

function memoised(sample: Sample, sequence: number): () => Uint8Array {
  let fragment: Uint8Array | null = null;
  return () => (fragment ??= buildFragment([{ ...sample, duration: saidDuration(sample) }], sequence));
}

/**
 * Returns the duration that a live picture claims, which is unknown before the next one arrives. If the actual distance is more
 * than twice as long, MediaSource drops everything up to the next key frame (Media Source Extensions, coded frame processing),
 * and busy cameras send two pictures together and then none for a while. So a picture claims three times the last duration,
 * within 0.12 to 0.4 s.
 */
function saidDuration({ kind, duration }: Sample): number {
  return kind === 'video' ? Math.max(duration, Math.min(Math.max(duration * 3, 0.12 * videoTimescale), 0.4 * videoTimescale)) : duration;
}
