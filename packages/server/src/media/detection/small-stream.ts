import type { Clock } from '@watchpost/contract/timing/clock';
import type { Sample, Tracks } from '../media-types.ts';
import type { StreamRegistry } from '../stream/stream-registry.ts';

interface SmallStreamDeps {
  readonly streams: StreamRegistry;
  readonly clock: Clock;
  readonly cameraId: string;
  /** Passes on key frames only; a substream counts as silent when it has none. */
  readonly onlyKeyFrames?: boolean;
  /** Begins with the main stream's current group of pictures. */
  readonly fromCache?: boolean;
  /** Receives video only. Tracks change with the stream; the first sample of others may not be a key frame. */
  onSample(tracks: Tracks, sample: Sample, fragment: () => Uint8Array): void;
  onOffline(): void;
}

/** When the substream is silent for this long, the main stream is followed again. */
const substreamTimeoutMs = 12_000;

/**
 * Follows the pictures of the camera's own substream if it has one, because decoding it costs a tenth, else of the main stream.
 * Returns what ends it.
 */
export function followSmallStream(deps: SmallStreamDeps): () => void {
  const { streams, clock, cameraId, onlyKeyFrames = false, fromCache = false, onSample, onOffline } = deps;
  let unsubscribeLow: (() => void) | null = null;
  let lastLowAt = Number.NEGATIVE_INFINITY;

  /** Subscribes to the substream as soon as the camera is known to have one. */
  const wantLow = (): void => {
    if (unsubscribeLow || !streams.hasOwnLow(cameraId)) return;
    let tracks: Tracks | null = null;
    unsubscribeLow = streams.open(cameraId, 'low').subscribe(
      {
        onTracks: (next) => void (tracks = next),
        onSample: (sample, fragment) => {
          if (!tracks || sample.kind !== 'video' || (onlyKeyFrames && !sample.keyFrame)) return;
          lastLowAt = clock.monotonic();
          onSample(tracks, sample, fragment);
        },
      },
      { fromCache: false, audio: false },
    );
  };
  const dropLow = (): void => {
    unsubscribeLow?.();
    unsubscribeLow = null;
    lastLowAt = Number.NEGATIVE_INFINITY;
  };

  let tracks: Tracks | null = null;
  const unsubscribe = streams.open(cameraId).subscribe(
    {
      onTracks: (next) => void (tracks = next),
      onSample: (sample, fragment) => {
        if (!tracks || sample.kind !== 'video' || (onlyKeyFrames && !sample.keyFrame)) return;
        if (sample.keyFrame) wantLow();
        if (clock.monotonic() - lastLowAt > substreamTimeoutMs) onSample(tracks, sample, fragment);
      },
      onOffline: () => {
        dropLow();
        onOffline();
      },
    },
    { fromCache, audio: false },
  );
  return () => {
    unsubscribe();
    dropLow();
  };
}
