import { errorCodes } from '@watchpost/contract/kernel';
import type { RegistrationAnswer } from '@watchpost/contract/schemas/add-camera';
import type { RegistrationTokensTable } from '../../db/schema.ts';

/** What the account that began a registration is told of it. */
export function readRegistration({ camera_id: cameraId, refusal, expires_at: expires }: RegistrationTokensTable, now: number): RegistrationAnswer {
  const expiresAt = Number(expires);
  // Between the use of the token and the camera there is a moment in which it still waits.
  const state = cameraId !== null ? 'registered' : expiresAt <= now ? 'expired' : 'waiting';
  return { state, cameraId, refusal: errorCodes.find((code) => code === refusal) ?? null, expiresAt };
}
