import type { ErrorCode } from '@watchpost/contract/kernel';

/**
 * What flows from a source to viewers and to disk: tracks, then samples.
 * Times are Unix time in the track's timescale, so every consumer knows the wall clock of every frame.
 */

/** Ticks a second of every video track. */
export const videoTimescale = 90_000;

export interface VideoTrack {
  readonly kind: 'video';
  /** RFC 6381, `avc1.4d401f` or `hvc1.1.6.L93.B0`. */
  readonly codec: string;
  readonly width: number;
  readonly height: number;
  /** AVCDecoderConfigurationRecord or HEVCDecoderConfigurationRecord (ISO/IEC 14496-15). */
  readonly configuration: Uint8Array;
}

/** Not every browser decodes it. */
export function isHevc({ codec }: VideoTrack): boolean {
  return /^h(vc|ev)1\./.test(codec);
}

export interface AudioTrack {
  readonly kind: 'audio';
  /** RFC 6381, `mp4a.40.2`. */
  readonly codec: string;
  /** Hz; also the track's timescale. */
  readonly sampleRate: number;
  readonly channels: number;
  /** AudioSpecificConfig (ISO/IEC 14496-3). */
  readonly configuration: Uint8Array;
}

export interface Tracks {
  readonly video: VideoTrack;
  readonly audio: AudioTrack | null;
  /** The server made this picture out of the camera's own. */
  readonly isTranscoded?: boolean;
}

/** `high`: what the camera sends. `low`: small, always H.264, runs only while somebody watches it. */
export type StreamQuality = 'high' | 'low';

/** One frame: an access unit of H.264 or H.265 with 4-byte lengths, or one raw AAC frame. */
export interface Sample {
  readonly kind: 'video' | 'audio';
  /** Unix time in the track's timescale (video 90 kHz, audio its sample rate); strictly increasing within a track. */
  readonly decodeTime: number;
  /** Ticks from decode to presentation, 0 or more; above 0 only with B-frames. */
  readonly compositionOffset: number;
  /** Ticks; the distance to the next frame as far as it is known, never 0. */
  readonly duration: number;
  readonly keyFrame: boolean;
  readonly data: Uint8Array;
}

/** What a source tells, in this order: tracks, samples, possibly new tracks, the end. Tracks always precede their first sample, which is a key frame. */
export interface SourceListener {
  onTracks(tracks: Tracks): void;
  onSample(sample: Sample): void;
  /** The last call of a source; it does not restart itself. */
  onEnd(reason: SourceEnd): void;
  /**
   * The picture goes on after a cut, and what the cut held back may come late. Told before the tracks.
   * @param from of the first picture that follows, in ticks of video
   */
  onCut?(from: number): void;
  /** A sample of before the last cut, in the order of time; only for who records. */
  onLate?(sample: Sample, tracks: Tracks): void;
  /** Nothing late follows any more. */
  onLateEnd?(): void;
  /** Whether anybody wants what is late. */
  keepsLate?(): boolean;
}

/** Why a source ended: an error code of the contract and a text for the log, free of secrets. */
export interface SourceEnd {
  readonly code: ErrorCode;
  readonly detail: string;
  /** What is missed from now on may come late. */
  readonly resumes?: boolean;
}

/** Where a camera's video comes from: RTSP pull, agent push. */
export interface Source {
  /** It comes back on its timeline after a cut, with what the cut held back. */
  readonly resumes?: boolean;
  start(listener: SourceListener): void;
  /** Ends within 2 s and frees all sockets and timers; calls no listener afterwards. */
  stop(): Promise<void>;
}

export type CameraState = 'connecting' | 'online' | 'offline';

export interface CameraStatus {
  readonly state: CameraState;
  /** Unix ms. */
  readonly since: number;
  readonly reason: ErrorCode | null;
}
