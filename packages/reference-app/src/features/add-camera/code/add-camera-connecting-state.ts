import type { Camera, ErrorCode, RegistrationAnswer } from '@watchpost/sdk-core';

/** What is known about a camera that has received its token. */
export interface Known {
  readonly registration: RegistrationAnswer | undefined;
  readonly isUnknown: boolean;
  readonly camera: Camera | undefined;
  /** Unix milliseconds: start of the wait, time of registration, and now. */
  readonly startedAt: number;
  readonly registeredAt: number | null;
  readonly now: number;
}

export type ConnectingState =
  /** The token has not been used yet. */
  | { readonly state: 'waiting' }
  | { readonly state: 'picture'; readonly cameraId: string }
  | { readonly state: 'ready'; readonly cameraId: string }
  | { readonly state: 'refused'; readonly code: ErrorCode }
  | { readonly state: 'late' }
  | { readonly state: 'expired' };

/** How long a camera may take to contact the server (specification 2, section 9), ms. */
const connectTimeoutMs = 120_000;
/** How long a registered camera may take to send a picture, ms; after that the user can name it anyway. */
const pictureTimeoutMs = 20_000;

/** Returns what the screen shows. */
export function connectingState({ registration, isUnknown, camera, startedAt, registeredAt, now }: Known): ConnectingState {
  if (isUnknown || registration?.state === 'expired') return { state: 'expired' };
  if (registration && registration.cameraId !== null) {
    const { cameraId } = registration;
    const isReady = (camera?.previewAt ?? null) !== null || (registeredAt !== null && now - registeredAt >= pictureTimeoutMs);
    return isReady ? { state: 'ready', cameraId } : { state: 'picture', cameraId };
  }
  if (registration && registration.refusal !== null) return { state: 'refused', code: registration.refusal };
  return now - startedAt >= connectTimeoutMs ? { state: 'late' } : { state: 'waiting' };
}
