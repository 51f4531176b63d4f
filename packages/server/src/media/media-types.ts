import type { ErrorCode } from '@watchpost/contract/kernel';

/**
 * Types of the media that flows from a source to viewers and to disk: tracks, then samples. Times are Unix time in the track's
 * timescale, so that every consumer knows the wall-clock time of every frame.
 */

/** Ticks per second of every video track. */
export const videoTimescale = 90_000;

export interface VideoTrack {
  readonly kind: 'video';
  /** RFC 6381, such as `avc1.4d401f` or `hvc1.1.6.L93.B0`. */
  readonly codec: string;
  readonly width: number;
  readonly height: number;
  /** AVCDecoderConfigurationRecord or HEVCDecoderConfigurationRecord (ISO/IEC 14496-15). */
  readonly configuration: Uint8Array;
}

/** Whether a track is HEVC, which not every browser decodes. */
export function isHevc({ codec }: VideoTrack): boolean {
  return /^h(vc|ev)1\./.test(codec);
}

export interface AudioTrack {
  readonly kind: 'audio';
  /** RFC 6381, such as `mp4a.40.2` or `opus`. */
  readonly codec: string;
  /** Hz; also the track's timescale. */
  readonly sampleRate: number;
  readonly channels: number;
  /** AudioSpecificConfig (ISO/IEC 14496-3); for Opus, the content of its `dOps` box. */
  readonly configuration: Uint8Array;
}

export interface Tracks {
  readonly video: VideoTrack;
  readonly audio: AudioTrack | null;
  /** The source sends audio as well, which was left out for this subscriber. */
  readonly isAudioLeftOut?: boolean;
  /** Name of the camera's audio codec, such as `MP2`, when neither browsers can play it nor the server can transcode it. */
  readonly unplayedSound?: string;
  /** The server transcoded this picture. */
  readonly isTranscoded?: boolean;
}

/** `high` is the camera's main stream. `low` is the substream: small, always H.264, and running only while it has viewers. */
export type StreamQuality = 'high' | 'low';

/** One frame: an H.264 or H.265 access unit with 4-byte lengths, or one AAC or Opus frame. */
export interface Sample {
  readonly kind: 'video' | 'audio';
  /** Unix time in the track's timescale (video 90 kHz, audio its sample rate); strictly increasing within a track. */
  readonly decodeTime: number;
  /** Ticks from decode to presentation, 0 or more; above 0 only with B-frames. */
  readonly compositionOffset: number;
  /** Ticks until the next frame, as far as that is known; never 0. */
  readonly duration: number;
  readonly keyFrame: boolean;
  /** Pictures up to and including this one that can't be shown whole: not received, or built on one that was not. Absent for none. */
  readonly damaged?: number;
  readonly data: Uint8Array;
}

/**
 * Receives a source's output in this order: tracks, samples, possibly new tracks, the end. Tracks always precede their first
 * sample, which is a key frame. Tracks of which only the audio differs from the last ones share their `video`.
 */
export interface SourceListener {
  onTracks(tracks: Tracks): void;
  onSample(sample: Sample): void;
  /** The last call of a source, which does not restart itself. */
  onEnd(reason: SourceEnd): void;
  /**
   * The picture continues after an interruption, and what the source buffered meanwhile may arrive late. Called before the
   * tracks.
   * @param from decode time of the first picture that follows, ticks of video
   */
  onCut?(from: number): void;
  /** A sample from before the last interruption, in order of time; for recorders only. */
  onLate?(sample: Sample, tracks: Tracks): void;
  /** No more late samples will follow. */
  onLateEnd?(): void;
  /** Whether any subscriber uses late samples. */
  keepsLate?(): boolean;
  /** The source sends video, whether or not it can be shown yet: playback begins with a key frame, which may take long. */
  onAlive?(): void;
}

/** Why a source ended: an error code of the contract, and a text for the log that contains no secrets. */
export interface SourceEnd {
  readonly code: ErrorCode;
  readonly detail: string;
  /** Samples that are missed from now on may arrive late. */
  readonly resumes?: boolean;
}

/** A source of a camera's video: RTSP pull or agent push. */
export interface Source {
  /** After an interruption, the source continues its timeline and sends what it buffered. */
  readonly resumes?: boolean;
  /** Seconds of the camera's clock per real second; null until it has been measured for long enough. */
  readonly clockRate?: number | null;
  /** Requests a key frame from the camera, if the source supports that. */
  requestKeyFrame?(): void;
  start(listener: SourceListener): void;
  /** Stops within 2 s and frees all sockets and timers; calls no listener afterwards. */
  stop(): Promise<void>;
}

export type CameraState = 'connecting' | 'online' | 'offline';

export interface CameraStatus {
  readonly state: CameraState;
  /** Unix ms. */
  readonly since: number;
  readonly reason: ErrorCode | null;
}
