import { createSerialRegistrationToken, registerLocalCamera } from '@watchpost/contract/endpoints/add-camera';
import { localCameraPort, localCameraUrl, needsUpdate } from '@watchpost/contract/protocols/local-camera';
import type { RegisterLocalCameraAnswer, RegistrationTokenAnswer } from '@watchpost/contract/schemas/add-camera';
import { WatchpostError } from '../../kernel/errors.ts';
import type { HttpClient } from '../../kernel/http.ts';
import type { CallOptions, ClockPort } from '../../kernel/ports.ts';
import { eitherSignal } from '../../kernel/timing/either-signal.ts';

export interface LocalPorts {
  readonly http: HttpClient;
  readonly fetch: typeof fetch;
  readonly clock: Pick<ClockPort, 'after'>;
}

/** Timeout in milliseconds: a camera in this network answers quickly or never. */
const requestTimeoutMs = 4000;

/**
 * Registers a camera at its own address: from this page if the browser allows it (local network access), otherwise through the server.
 * @throws {WatchpostError} camera-refused with `httpCode`, camera-firmware-old, camera-connected, or why it can't be reached
 */
export async function registerAtAddress(ports: LocalPorts, address: string, options: CallOptions = {}): Promise<RegisterLocalCameraAnswer> {
  const { http } = ports;
  const url = localCameraUrl(address, (text) => (URL.canParse(text) ? new URL(text) : null));
  // The page's Content Security Policy allows only the default port.
  const info = url?.port === String(localCameraPort) ? readInfo(await ask(ports, url, options)) : null;
  if (!url || !info) return http.request(registerLocalCamera, { ...options, body: { address } });

  if (needsUpdate(info.appVersion)) throw new WatchpostError('camera-firmware-old', { details: { version: info.appVersion } });
  const { registrationToken, registrationId } = await http.request<RegistrationTokenAnswer>(createSerialRegistrationToken, {
    ...options,
    body: { serialNumber: info.serialNumber },
  });
  // Registered, but not with an account of this server.
  if (info.state === 'registered') throw new WatchpostError('camera-connected');
  const answer = await ask(ports, new URL('/register', url), options, {
    method: 'POST',
    headers: { Authorization: `Bearer ${registrationToken}`, 'Content-Type': 'application/json' },
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

/** Null if this page can't reach the camera. Neither cookies nor the session's token are sent there. @throws {WatchpostError} aborted */
async function ask(
  { fetch, clock }: LocalPorts,
  url: URL,
  { signal }: CallOptions,
  request: RequestInit = {},
): Promise<LocalAnswer | null> {
  const timeout = new AbortController();
  const cancel = clock.after(requestTimeoutMs, () => timeout.abort());
  try {
    const answer = await fetch(url.href, {
      ...request,
      // Browsers that ask before a page may access a local network need to know which one; others ignore it.
      ...{ targetAddressSpace: /^(localhost$|127\.|\[::1\]$)/.test(url.hostname) ? 'loopback' : 'local' },
      credentials: 'omit',
      redirect: 'error',
      referrerPolicy: 'no-referrer',
      cache: 'no-store',
      signal: signal ? eitherSignal(signal, timeout.signal) : timeout.signal,
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

/** Null if it is not a camera that registers itself; the server finds out what it is instead. */
function readInfo(answer: LocalAnswer | null): Info | null {
  const { ok = false, body = null } = answer ?? {};
  if (!ok || typeof body !== 'object' || body === null || !('serialNumber' in body) || !('appVersion' in body) || !('state' in body))
    return null;
  const { serialNumber, appVersion, state } = body;
  if (
    typeof serialNumber !== 'string' ||
    !/^[\w-]{4,64}$/.test(serialNumber) ||
    typeof appVersion !== 'string' ||
    typeof state !== 'string'
  )
    return null;
  return { serialNumber, appVersion, state };
}
