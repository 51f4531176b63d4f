import { createSerialRegistrationToken, registerLocalCamera } from '@watchpost/contract/endpoints/add-camera';
import { localCameraPort, localCameraUrl, needsUpdate } from '@watchpost/contract/protocols/local-camera';
import type { RegisterLocalCameraAnswer, RegistrationTokenAnswer } from '@watchpost/contract/schemas/add-camera';
import { WatchpostError } from '../../kernel/errors.ts';
import type { HttpClient } from '../../kernel/http.ts';
import type { CallOptions, ClockPort } from '../../kernel/ports.ts';

export interface LocalPorts {
  readonly http: HttpClient;
  readonly fetch: typeof fetch;
  readonly clock: Pick<ClockPort, 'after'>;
}

/** A camera in this network answers at once, or never, milliseconds. */
const patience = 4000;

/**
 * Registers a camera at its own address: from here, where the page may ask it (local network access), else through the server.
 * @throws {WatchpostError} camera-refused with `httpCode`, camera-firmware-old, camera-connected, or why it can't be reached
 */
export async function registerAtAddress(ports: LocalPorts, address: string, options: CallOptions = {}): Promise<RegisterLocalCameraAnswer> {
  const { http } = ports;
  const url = localCameraUrl(address, (text) => (URL.canParse(text) ? new URL(text) : null));
  // The page's policy knows the usual port alone.
  const info = url?.port === String(localCameraPort) ? readInfo(await ask(ports, url, options)) : null;
  if (!url || !info) return http.request(registerLocalCamera, { ...options, body: { address } });

  if (needsUpdate(info.appVersion)) throw new WatchpostError('camera-firmware-old', { details: { version: info.appVersion } });
  const { registrationToken, registrationId } = await http.request<RegistrationTokenAnswer>(createSerialRegistrationToken, { ...options, body: { serialNumber: info.serialNumber } });
  // Registered, but at no account of this server.
  if (info.state === 'registered') throw new WatchpostError('camera-connected');
  const answer = await ask(ports, new URL('/register', url), options, {
    method: 'POST',
    headers: { 'Authorization': `Bearer ${registrationToken}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ registrationToken }),
  });
  if (!answer) throw new WatchpostError('camera-unreachable');
  if (!answer.ok) throw new WatchpostError('camera-refused', { details: { httpCode: answer.status } });
  return { registrationId };
}

interface LocalAnswer {
  readonly ok: boolean;
  readonly status: number;
  readonly body: unknown;
}

/** Null when this page does not reach it. Neither cookies nor the session's token go there. @throws {WatchpostError} aborted */
async function ask({ fetch, clock }: LocalPorts, url: URL, { signal }: CallOptions, request: RequestInit = {}): Promise<LocalAnswer | null> {
  const late = new AbortController();
  const cancel = clock.after(patience, () => late.abort());
  try {
    const answer = await fetch(url.href, {
      ...request,
      // Where browsers ask before a page may reach into a network, this says which one is meant; elsewhere it is not looked at.
      ...{ targetAddressSpace: /^(localhost$|127\.|\[::1\]$)/.test(url.hostname) ? 'loopback' : 'local' },
      credentials: 'omit',
      redirect: 'error',
      referrerPolicy: 'no-referrer',
      cache: 'no-store',
      signal: signal ? AbortSignal.any([signal, late.signal]) : late.signal,
    });
    return { ok: answer.ok, status: answer.status, body: await answer.json().catch(() => null) };
  } catch {
    if (signal?.aborted) throw new WatchpostError('aborted');
    return null;
  } finally {
    cancel();
  }
}

interface Info {
  readonly serialNumber: string;
  readonly appVersion: string;
  readonly state: string;
}

/** Null when it is no camera that registers itself; the server finds out what it is instead. */
function readInfo(answer: LocalAnswer | null): Info | null {
  const { ok = false, body = null } = answer ?? {};
  if (!ok || typeof body !== 'object' || body === null || !('serialNumber' in body) || !('appVersion' in body) || !('state' in body)) return null;
  const { serialNumber, appVersion, state } = body;
  if (typeof serialNumber !== 'string' || !/^[\w-]{4,64}$/.test(serialNumber) || typeof appVersion !== 'string' || typeof state !== 'string') return null;
  return { serialNumber, appVersion, state };
}
