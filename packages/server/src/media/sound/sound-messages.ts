import type { SoundDetectionType } from '@watchpost/contract/protocols/detection';

/** How sensitive each detection is that is enabled, 0 to 10. */
export type Sensitivities = Readonly<Partial<Record<SoundDetectionType, number>>>;

/** Some frames of a camera's sound, in order. */
export interface SoundRequest {
  readonly id: number;
  readonly cameraId: string;
  readonly codec: 'aac' | 'opus';
  /** AudioSpecificConfig; unused for Opus. */
  readonly configuration: Uint8Array;
  readonly sampleRate: number;
  readonly channels: number;
  readonly frames: readonly { readonly at: number; readonly data: Uint8Array }[];
  readonly sensitivities: Sensitivities;
  /** A detector outside listens too: the answer has a window of sound now and then. */
  readonly isForwarded?: boolean;
}

/** A sound that is heard now. */
export interface HeardSound {
  readonly type: SoundDetectionType;
  /** Unix ms. */
  readonly since: number;
}
export interface Hearing {
  readonly heard: readonly HeardSound[];
  /** The last seconds as WAV, for a detector outside; null, or absent, when it is too early for the next, or quiet. */
  readonly window?: Uint8Array | null;
  /** CPU time that it took, ms. */
  readonly cpuMs: number;
}
export interface SoundAnswer {
  readonly id: number;
  /** Null when the sound can't be decoded. */
  readonly hearing: Hearing | null;
}

/** Exit code of the process when no decoder is installed, so that it is not restarted. */
export const exitWithoutDecoder = 3;
