import type { Camera, ErrorCode, RegistrationAnswer } from '@watchpost/sdk-core';

/** What is known of a camera that was given its token. */
export interface Known {
  readonly registration: RegistrationAnswer | undefined;
  readonly isUnknown: boolean;
  readonly camera: Camera | undefined;
  /** Unix milliseconds: since when it is waited for, since when it is registered, and now. */
  readonly startedAt: number;
  readonly registeredAt: number | null;
  readonly now: number;
}

export type ConnectingState =
  /** Nobody has used the token yet. */
  | { readonly state: 'waiting' }
  | { readonly state: 'picture'; readonly cameraId: string }
  | { readonly state: 'ready'; readonly cameraId: string }
  | { readonly state: 'refused'; readonly code: ErrorCode }
  | { readonly state: 'late' }
  | { readonly state: 'expired' };

/** A camera has so long to be heard of (specification 2, section 9), milliseconds. */
export const connectingTimeout = 120_000;
/** And so long to show a picture once it is registered; then its name can be given all the same. */
export const pictureTimeout = 20_000;

/** What the screen shows. */
export function connectingState({ registration, isUnknown, camera, startedAt, registeredAt, now }: Known): ConnectingState {
  if (isUnknown || registration?.state === 'expired') return { state: 'expired' };
  if (registration && registration.cameraId !== null) {
    const { cameraId } = registration;
    const isReady = (camera?.previewAt ?? null) !== null || (registeredAt !== null && now - registeredAt >= pictureTimeout);
    return isReady ? { state: 'ready', cameraId } : { state: 'picture', cameraId };
  }
  if (registration && registration.refusal !== null) return { state: 'refused', code: registration.refusal };
  return now - startedAt >= connectingTimeout ? { state: 'late' } : { state: 'waiting' };
}
