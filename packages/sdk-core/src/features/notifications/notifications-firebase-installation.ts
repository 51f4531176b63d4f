import type { FirebaseConfig } from '@watchpost/contract/schemas/notifications';
import { WatchpostError } from '../../kernel/errors.ts';
import type { ClockPort, NetworkPort } from '../../kernel/ports.ts';
import { pushError } from './notifications-errors.ts';
import { createFid, isFresh, isOverdue, pendingTimeout, readInstallation, readLifetime } from './notifications-firebase-entry.ts';
import type { AuthToken, Installation, RegisteredInstallation } from './notifications-firebase-entry.ts';
import { asObject, textOf } from './notifications-firebase-http.ts';
import type { FirebaseAnswer, FirebaseHttp, FirebaseRequest } from './notifications-firebase-http.ts';
import type { PushStorePort } from './notifications-ports.ts';

export interface FirebaseInstallationOptions {
  readonly http: FirebaseHttp;
  /** Address of the installations service, with its version. */
  readonly address: string;
  readonly config: FirebaseConfig;
  readonly store: PushStorePort;
  readonly clock: ClockPort;
  readonly network: NetworkPort | null;
}

/** As Firebase's own client names itself; the service refuses requests without. */
const sdkVersion = 'w:0.6.24';
/** IndexedDB tells nobody about changes: a tab that waits for another one looks again after this many milliseconds. */
const lookAgain = 100;

/** This browser's installation with Firebase: registered once, its token renewed when under an hour is left. */
export interface FirebaseInstallation {
  /**
   * A token that is good for at least an hour.
   * @throws {WatchpostError} push-installation-failed, push-installation-not-registered, push-installation-not-found, push-offline
   */
  authToken(signal: AbortSignal): Promise<string>;
}

export function createFirebaseInstallation({ http, address, config, store, clock, network }: FirebaseInstallationOptions): FirebaseInstallation {
  const key = `installation:${config.appId}`;
  const url = `${address}/projects/${encodeURIComponent(config.projectId)}/installations`;

  return {
    async authToken(signal) {
      await registered(signal);
      try {
        return await freshToken(signal);
      } catch (error) {
        if (!(error instanceof WatchpostError) || error.code !== 'push-installation-not-found') throw error;
        // Firebase has forgotten us (it does after 270 days, or when somebody deletes the installation): one new start.
        await registered(signal);
        return freshToken(signal);
      }
    },
  };

  async function registered(signal: AbortSignal): Promise<void> {
    for (;;) {
      signal.throwIfAborted();
      let isOurs = false;
      const entry = await store.update(key, (old): Installation => {
        const known = readInstallation(old) ?? { status: 'not-registered', fid: createFid() };
        const { fid } = known;
        if (known.status === 'registered' || (known.status === 'pending' && !isOverdue(known, clock.now()))) return known;
        if (isOffline()) return { status: 'not-registered', fid };
        isOurs = true;
        return { status: 'pending', fid, since: clock.now() };
      });
      if (entry.status === 'registered') return;
      if (entry.status === 'not-registered') throw pushError('push-offline');
      if (isOurs) return register(entry.fid, signal);
      await sleep(lookAgain);
    }
  }

  async function register(fid: string, signal: AbortSignal): Promise<void> {
    let entry: Installation | undefined = { status: 'not-registered', fid };
    try {
      const answer = await send('create', { method: 'POST', url, body: { fid, authVersion: 'FIS_v2', appId: config.appId, sdkVersion } }, signal);
      // The service did not like the id: another one next time.
      if (answer.status === 409) entry = undefined;
      requireOk('create', answer);
      const refreshToken = textOf(answer.body, 'refreshToken');
      if (!refreshToken) throw failed('create', answer);
      entry = { status: 'registered', fid: textOf(answer.body, 'fid') || fid, refreshToken, authToken: readToken(asObject(answer.body['authToken'])) };
    } finally {
      await store.update(key, () => entry);
    }
  }

  async function freshToken(signal: AbortSignal): Promise<string> {
    for (;;) {
      signal.throwIfAborted();
      let isOurs = false;
      const entry = await store.update(key, (old): RegisteredInstallation => {
        const known = readInstallation(old);
        if (known?.status !== 'registered') throw pushError('push-installation-not-registered');
        if (isFresh(known.authToken, clock.now()) || (known.authToken.status === 'pending' && !isOverdue(known.authToken, clock.now()))) return known;
        if (isOffline()) throw pushError('push-offline');
        isOurs = true;
        return { ...known, authToken: { status: 'pending', since: clock.now() } };
      });
      if (isOurs) return generate(entry, signal);
      if (entry.authToken.status === 'ready') return entry.authToken.token;
      await sleep(lookAgain);
    }
  }

  async function generate(installation: RegisteredInstallation, signal: AbortSignal): Promise<string> {
    let entry: RegisteredInstallation | undefined = { ...installation, authToken: { status: 'none' } };
    try {
      const answer = await send('generate', {
        method: 'POST',
        url: `${url}/${installation.fid}/authTokens:generate`,
        headers: { Authorization: `FIS_v2 ${installation.refreshToken}` },
        body: { installation: { sdkVersion, appId: config.appId } },
      }, signal);
      if (answer.status === 401 || answer.status === 404) {
        entry = undefined;
        throw pushError('push-installation-not-found', { status: answer.status });
      }
      requireOk('generate', answer);
      const authToken = readToken(answer.body);
      if (authToken.status !== 'ready') throw failed('generate', answer);
      entry = { ...installation, authToken };
      return authToken.token;
    } finally {
      await store.update(key, () => entry);
    }
  }

  /** At most 10 s, after which other tabs no longer wait for us; a 5xx is asked once more. */
  async function send(request: string, details: FirebaseRequest, signal: AbortSignal): Promise<FirebaseAnswer> {
    const late = new AbortController();
    const cancel = clock.after(pendingTimeout, () => late.abort());
    const call = { ...details, signal: AbortSignal.any([signal, late.signal]) };
    try {
      const answer = await http(call);
      return answer.status >= 500 ? await http(call) : answer;
    } catch (cause) {
      signal.throwIfAborted();
      throw pushError(isOffline() ? 'push-offline' : 'push-installation-failed', { cause, details: { request } });
    } finally {
      cancel();
    }
  }

  function readToken(body: Readonly<Record<string, unknown>>): AuthToken {
    const token = textOf(body, 'token');
    return token ? { status: 'ready', token, createdAt: clock.now(), lifetime: readLifetime(textOf(body, 'expiresIn')) } : { status: 'none' };
  }

  function isOffline(): boolean {
    return network?.isOnline() === false;
  }

  function sleep(milliseconds: number): Promise<void> {
    return new Promise((resolve) => clock.after(milliseconds, resolve));
  }
}

function requireOk(request: string, answer: FirebaseAnswer): void {
  if (!answer.ok) throw failed(request, answer);
}

function failed(request: string, { status, body }: FirebaseAnswer): WatchpostError {
  return pushError('push-installation-failed', { status, details: { request, reason: textOf(asObject(body['error']), 'message') } });
}
