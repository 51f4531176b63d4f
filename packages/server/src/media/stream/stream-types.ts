import type { Sample, SourceEnd, SourceListener, StreamQuality, Tracks } from '../media-types.ts';

/** Watches or records one camera. */
export interface StreamSubscriber {
  /** Called before the first sample, and whenever the tracks change or the camera comes back online. */
  onTracks(tracks: Tracks): void;
  /**
   * Receives a sample.
   * @param fragment returns the sample as a one-frame fMP4 fragment, made at most once for all subscribers
   */
  onSample(sample: Sample, fragment: () => Uint8Array): void;
  onOffline?(reason: SourceEnd): void;
  onOnline?(): void;
  /**
   * Samples from before this time that are still missing may arrive late; for recorders only.
   * @param from decode time, ticks of video
   */
  onCut?(from: number): void;
  onLate?(sample: Sample, tracks: Tracks): void;
  onLateEnd?(): void;
  /** Whether the subscriber uses late samples; false when missing. */
  keepsLate?(): boolean;
}

interface SubscribeOptions {
  /** Whether to replay the current group of pictures immediately; true by default. */
  readonly fromCache?: boolean;
  /** False hides audio tracks and samples from the subscriber; true by default. */
  readonly audio?: boolean;
}

/** The fan-out point of one camera in one quality: one source in, any number of subscribers out. */
export interface CameraStream {
  readonly cameraId: string;
  readonly quality: StreamQuality;
  /** Tracks of the current source, or of the last one. */
  readonly tracks: Tracks | null;
  readonly online: boolean;
  /** Distance of the last two key frames, ms; null before two have arrived. */
  readonly keyFrameInterval: number | null;
  /** Time from the last key frame to the newest frame, ms; 0 before the first. */
  readonly sinceKeyFrameMs: number;
  /** What has arrived of the source since the stream was created: pictures, and bytes of picture and sound. */
  readonly received: { readonly frames: number; readonly bytes: number };
  /** Returns how many pictures of the last hour could not be shown whole. @param now Unix ms */
  damagedPictures(now: number): number;
  /** Number of subscribers. */
  readonly subscribers: number;
  /** Receives the output of the source. */
  readonly input: SourceListener;
  /** Subscribes; the returned function unsubscribes, after which no call follows. */
  subscribe(subscriber: StreamSubscriber, options?: SubscribeOptions): () => void;
}
