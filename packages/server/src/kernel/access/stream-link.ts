import type { StreamFormat } from '@watchpost/contract/schemas/stream-links';

/** Addresses by which other software plays a camera, as they are at this moment. */
export interface StreamLinkTerms {
  readonly id: string;
  readonly name: string;
  /** Its creator, who must still manage the camera. */
  readonly customerId: string;
  readonly cameraId: string;
  readonly formats: readonly StreamFormat[];
  readonly withAudio: boolean;
  /** Whether recorders can add the camera by ONVIF; only together with the format `rtsp`. */
  readonly withOnvif: boolean;
  /** Whether these recorders learn of motion, too. */
  readonly withEvents: boolean;
  /** Whether these recorders can move the camera, too. */
  readonly withPtz: boolean;
}

/** Looks up stream links; implemented by the feature `stream-links`. */
export interface StreamLinks {
  /** Returns null for a link that is unknown, revoked or expired. */
  find(id: string): Promise<StreamLinkTerms | null>;
}
