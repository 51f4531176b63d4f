import { registerCamera } from '@watchpost/contract/endpoints/add-camera';
import type { RegisterCameraAnswer, RegisterCameraBody } from '@watchpost/contract/schemas/add-camera';
import type { Credentials } from './credentials.ts';

/** The server did not take the camera; the message is the server's. */
export class RegistrationError extends Error {
  override readonly name = 'RegistrationError';
  readonly code: string;
  /** Of the server's answer. */
  readonly status: number;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

export interface Registration {
  /** Origin of the server, `http://localhost:8080`. */
  readonly serverUrl: string;
  /** Single use, 10 minutes; from the account that will own the camera. */
  readonly registrationToken: string;
  readonly title?: string;
  readonly serialNumber: string;
  readonly model: string;
}

/**
 * Adds this camera to the account that made the token.
 * @throws {RegistrationError} when the server refuses
 */
export async function register({ serverUrl, registrationToken, title, serialNumber, model }: Registration): Promise<Credentials> {
  const body: RegisterCameraBody = {
    registrationToken,
    ...(title !== undefined && { title }),
    source: { kind: 'agent', serialNumber, model, timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone },
  };
  const answer = await fetch(new URL(registerCamera.path, serverUrl), {
    method: registerCamera.method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(30_000),
  });
  const text = await answer.text();
  if (!answer.ok) throw refusal(answer.status, text);
  // Our own server's contract; it validates what it answers.
  const { camera, agentToken } = JSON.parse(text) as RegisterCameraAnswer;
  if (agentToken === undefined) throw new RegistrationError(502, 'invalid-request', 'The server gave no credential for an agent.');
  return { cameraId: camera.id, agentToken };
}

function refusal(status: number, text: string): RegistrationError {
  try {
    const { error } = JSON.parse(text) as { error?: { code?: string; message?: string } };
    if (error?.code !== undefined) return new RegistrationError(status, error.code, error.message ?? error.code);
  } catch {
    // Not an answer of Watchpost: the status says what there is to say.
  }
  return new RegistrationError(status, String(status), `The server answered with ${status}.`);
}
