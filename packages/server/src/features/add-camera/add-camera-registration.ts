import { errorCodes } from '@watchpost/contract/kernel';
import type { RegistrationAnswer } from '@watchpost/contract/schemas/add-camera';
import type { RegistrationTokensTable } from '../../db/schema.ts';

/** Returns the state of a registration for the account that began it. */
export function readRegistration(
  { camera_id: cameraId, refusal, expires_at: expires }: RegistrationTokensTable,
  now: number,
): RegistrationAnswer {
  const expiresAt = Number(expires);
  // Between the use of the token and the creation of the camera, it is still waiting.
  const state = cameraId !== null ? 'registered' : expiresAt <= now ? 'expired' : 'waiting';
  return { state, cameraId, refusal: errorCodes.find((code) => code === refusal) ?? null, expiresAt };
}
