import { randomBytes, randomUUID } from 'node:crypto';
import { fillPath, type Endpoint } from '@watchpost/contract/kernel';
import { createRegistrationToken, registerCamera } from '@watchpost/contract/endpoints/add-camera';
import { getFootage } from '@watchpost/contract/endpoints/archive';
import { getCamera, listCameras } from '@watchpost/contract/endpoints/cameras';
import { createEmbedToken } from '@watchpost/contract/endpoints/embeds';
import { confirmCode, refreshSession, requestCode } from '@watchpost/contract/endpoints/session';
import type { RegisterCameraAnswer, RegistrationTokenAnswer } from '@watchpost/contract/schemas/add-camera';
import type { Footage } from '@watchpost/contract/schemas/archive';
import type { Camera } from '@watchpost/contract/schemas/cameras';
import type { CreatedEmbedToken, CreateEmbedTokenBody } from '@watchpost/contract/schemas/embeds';
import type { SessionAnswer } from '@watchpost/contract/schemas/session';
import { until, type Product } from '../../e2e/support/product.ts';

/** A signed-in customer. */
export interface Account {
  call<T>(
    endpoint: Endpoint,
    options?: { params?: Record<string, string>; query?: Record<string, string | number>; body?: unknown },
  ): Promise<T>;
  /** Returns a token that stays valid for at least a few minutes. */
  accessToken(): Promise<string>;
  /** Adds an RTSP camera. @returns its id */
  addCamera(url: string, title: string): Promise<string>;
  /** Waits until the camera's video arrives. */
  online(cameraId: string, timeout?: number): Promise<void>;
  cameras(): Promise<Camera[]>;
  /** Lists the recordings between `from` and `to`, Unix ms. */
  footage(cameraId: string, from: number, to: number): Promise<Footage>;
  embedToken(cameraId: string, options: Omit<CreateEmbedTokenBody, 'cameraIds'>): Promise<string>;
}

/** Signs in with a one-time code from the outbox, as a self-hoster without SMTP does. */
export async function signIn(server: Product, email = 'bench@example.test'): Promise<Account> {
  const identity = { deviceId: randomUUID(), deviceName: 'bench', deviceToken: randomBytes(32).toString('hex') };
  await post(server.url, requestCode, { email });
  const otp = await server.code(email);
  let session = await post<SessionAnswer>(server.url, confirmCode, { email, otp, ...identity });
  let renewAt = performance.now() + session.expires_in * 500;

  const accessToken = async (): Promise<string> => {
    if (performance.now() > renewAt) {
      session = await post<SessionAnswer>(server.url, refreshSession, { refreshToken: session.refresh_token });
      renewAt = performance.now() + session.expires_in * 500;
    }
    return session.access_token;
  };
  const call: Account['call'] = async (endpoint, { params, query, body } = {}) => {
    const address = new URL(fillPath(endpoint.path, params), server.url);
    for (const [name, value] of Object.entries(query ?? {})) address.searchParams.set(name, String(value));
    return send(address.href, endpoint.method, body, await accessToken());
  };

  return {
    call,
    accessToken,
    addCamera: async (url, title) => {
      const { registrationToken } = await call<RegistrationTokenAnswer>(createRegistrationToken, { body: {} });
      const { camera } = await call<RegisterCameraAnswer>(registerCamera, {
        body: { registrationToken, title, source: { kind: 'rtsp', url } },
      });
      return camera.id;
    },
    online: async (cameraId, timeout = 20_000) => {
      await until(
        `camera ${cameraId} to be online`,
        async () => (await call<Camera>(getCamera, { params: { id: cameraId } })).state === 'online',
        timeout,
      );
    },
    cameras: () => call(listCameras),
    footage: (cameraId, from, to) => call(getFootage, { params: { id: cameraId }, query: { from, to } }),
    embedToken: async (cameraId, options) =>
      (await call<CreatedEmbedToken>(createEmbedToken, { body: { ...options, cameraIds: [cameraId] } })).token,
  };
}

function post<T>(server: string, endpoint: Endpoint, body: unknown): Promise<T> {
  return send(server + endpoint.path, endpoint.method, body);
}

async function send<T>(address: string, method: string, body: unknown, token?: string): Promise<T> {
  const response = await fetch(address, {
    method,
    headers: {
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...(token !== undefined && { Authorization: `Bearer ${token}` }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${new URL(address).pathname} answered ${response.status}: ${text}`);
  // The server validates its answers against the same contract that these types come from.
  return (text === '' ? null : JSON.parse(text)) as T;
}
