import { isIanaTimeZone } from '@watchpost/contract/kernel';
import { registerCamera } from '@watchpost/contract/endpoints/add-camera';
import type { RegisterCameraAnswer, RegisterCameraBody } from '@watchpost/contract/schemas/add-camera';
import type { Credentials } from './credentials.ts';
import type { DeviceKey } from './device-key.ts';
import { onServer } from '../kernel/server-address.ts';

/** The server rejected the camera; the message is the server's. */
export class RegistrationError extends Error {
  override readonly name = 'RegistrationError';
  readonly code: string;
  /** HTTP status of the server's answer. */
  readonly status: number;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }

  /** Whether a retry with the same token is pointless. */
  get isFinal(): boolean {
    return this.status >= 400 && this.status < 500 && this.status !== 429;
  }
}

/** What a camera registers with. */
export interface Registration {
  /** Origin of the server, `http://localhost:8080`. */
  readonly serverUrl: string;
  /** Single-use, valid for 10 minutes; issued by the account that will own the camera. */
  readonly registrationToken: string;
  readonly title?: string;
  readonly device: DeviceKey;
  readonly model: string;
}

/**
 * Adds this camera to the account that issued the token.
 * @throws {RegistrationError} when the server refuses
 */
export async function register({ serverUrl, registrationToken, title, device, model }: Registration): Promise<Credentials> {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const body: RegisterCameraBody = {
    registrationToken,
    ...(title !== undefined && { title }),
    // Some machines report a value that is not an IANA name.
    source: {
      kind: 'agent',
      serialNumber: device.serialNumber,
      proof: device.prove(registrationToken),
      model,
      ...(isIanaTimeZone(timeZone) && { timeZone }),
    },
  };
  const answer = await fetch(onServer(serverUrl, registerCamera.path), {
    method: registerCamera.method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(30_000),
  });
  const text = await answer.text();
  if (!answer.ok) throw refusal(answer.status, text);
  // Our own server's contract; the server validates its answers.
  const { camera, agentToken, removalHash } = JSON.parse(text) as RegisterCameraAnswer;
  if (agentToken === undefined) throw new RegistrationError(502, 'invalid-request', 'The server gave no credential for an agent.');
  return { cameraId: camera.id, agentToken, ...(removalHash !== undefined && { removalHash }) };
}

function refusal(status: number, text: string): RegistrationError {
  try {
    const { error } = JSON.parse(text) as { error?: { code?: string; message?: string } };
    if (error?.code !== undefined) return new RegistrationError(status, error.code, error.message ?? error.code);
  } catch {
    // Not a Watchpost answer: the status is all that is known.
  }
  return new RegistrationError(status, String(status), `The server answered with ${status}.`);
}
