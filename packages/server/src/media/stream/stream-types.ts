import type { Sample, SourceEnd, SourceListener, StreamQuality, Tracks } from '../media-types.ts';

/** Somebody who watches or records one camera. */
export interface StreamSubscriber {
  /** Before the first sample and whenever the tracks change or the camera comes back. */
  onTracks(tracks: Tracks): void;
  /** @param fragment the sample as a one-frame fMP4 fragment; made at most once for all subscribers */
  onSample(sample: Sample, fragment: () => Uint8Array): void;
  onOffline?(reason: SourceEnd): void;
  onOnline?(): void;
  /** What was before this time (ticks of video) and has not come yet may come late; for who records. */
  onCut?(from: number): void;
  onLate?(sample: Sample, tracks: Tracks): void;
  onLateEnd?(): void;
  /** Whether late samples are of any use; they are not when it is missing. */
  keepsLate?(): boolean;
}

export interface SubscribeOptions {
  /** Replay the running group of pictures at once; true unless told otherwise. */
  readonly fromCache?: boolean;
  /** False: the subscriber never sees an audio track or sample. True unless told otherwise. */
  readonly audio?: boolean;
}

/** The fan-out point of one camera in one quality: one source in, any number of subscribers out. */
export interface CameraStream {
  readonly cameraId: string;
  readonly quality: StreamQuality;
  /** Of the running source, or of the last one. */
  readonly tracks: Tracks | null;
  readonly online: boolean;
  /** How many subscribe. */
  readonly subscribers: number;
  /** The source feeds it. */
  readonly input: SourceListener;
  /** The result ends the subscription; no call follows it. */
  subscribe(subscriber: StreamSubscriber, options?: SubscribeOptions): () => void;
}
