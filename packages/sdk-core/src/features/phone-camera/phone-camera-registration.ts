import { isIanaTimeZone } from '@watchpost/contract/kernel';
import { registerCamera } from '@watchpost/contract/endpoints/add-camera';
import type { RegisterCameraAnswer } from '@watchpost/contract/schemas/add-camera';
import { WatchpostError } from '../../kernel/errors.ts';
import type { Transport } from '../../kernel/transport.ts';
import type { PhoneCredential } from './phone-camera-store.ts';
import type { PhoneIdentity } from './phone-camera-types.ts';

/** ms */
const requestTimeoutMs = 30_000;

/** The token alone authorizes the request. A session on the phone is not sent. */
export async function registerPhone(
  transport: Transport,
  registrationToken: string,
  { title, model, timeZone }: PhoneIdentity,
): Promise<PhoneCredential> {
  const body = {
    registrationToken,
    ...(title && { title }),
    source: { kind: 'phone', ...(model && { model }), ...(timeZone && isIanaTimeZone(timeZone) && { timeZone }) },
  };
  const { camera, agentToken } = await transport.send<RegisterCameraAnswer>(registerCamera, null, { body, timeoutMs: requestTimeoutMs });
  if (agentToken === undefined) throw new WatchpostError('unavailable', { message: 'The server added the phone without a credential.' });
  return { cameraId: camera.id, agentToken, title: camera.title };
}

const token = /^[\w-]{16,256}$/;

/**
 * Returns the registration token of a phone's link from a URL's fragment, which browsers never send to a server.
 * @returns null if the fragment has no token
 */
export function readPhoneLink(hash: string): string | null {
  const found = hash.replace(/^#/, '');
  return token.test(found) ? found : null;
}
