import { registerCamera } from '@watchpost/contract/endpoints/add-camera';
import type { RegisterCameraAnswer } from '@watchpost/contract/schemas/add-camera';
import { WatchpostError } from '../../kernel/errors.ts';
import type { Transport } from '../../kernel/transport.ts';
import type { PhoneCredential } from './phone-camera-store.ts';

export interface PhoneIdentity {
  /** 1 to 100 characters; what the camera is called until its owner names it. */
  readonly title?: string;
  readonly model?: string;
  /** IANA name. */
  readonly timeZone?: string;
}

/** ms */
const timeout = 30_000;

/** The token alone is the authority: no session goes along, whoever is signed in on the phone. */
export async function registerPhone(transport: Transport, registrationToken: string, { title, model, timeZone }: PhoneIdentity): Promise<PhoneCredential> {
  const body = { registrationToken, ...(title && { title }), source: { kind: 'phone', ...(model && { model }), ...(timeZone && { timeZone }) } };
  const { camera, agentToken } = await transport.send<RegisterCameraAnswer>(registerCamera, null, { body, timeout });
  if (agentToken === undefined) throw new WatchpostError('unavailable', { message: 'The server added the phone without a credential.' });
  return { cameraId: camera.id, agentToken, title: camera.title };
}

const token = /^[\w-]{16,256}$/;

/**
 * The registration token of a phone's link, from the part of an address behind `#`: that part is never sent anywhere.
 * @returns null when there is none
 */
export function readPhoneLink(hash: string): string | null {
  const found = hash.replace(/^#/, '');
  return token.test(found) ? found : null;
}
