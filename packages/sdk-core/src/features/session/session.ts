import { signal } from '@preact/signals-core';
import { confirmCode, requestCode } from '@watchpost/contract/endpoints/session';
import type { ConfirmCodeBody, RequestCodeAnswer, RequestCodeBody, SessionAnswer } from '@watchpost/contract/schemas/session';
import { createEmitter } from '../../kernel/emitter.ts';
import { WatchpostError } from '../../kernel/errors.ts';
import type { Authorization } from '../../kernel/http.ts';
import type { ClockPort, CrossTabPort, LocksPort, StoragePort } from '../../kernel/ports.ts';
import { randomSecret } from '../../kernel/random.ts';
import type { Transport } from '../../kernel/transport.ts';
import { callTimeoutMs, exchange, expired, revoke } from './session-exchange.ts';
import { readAfterOthers, runAlone } from './session-lock.ts';
import { createSessionStore, toStored } from './session-store.ts';
import type { Device, StoredSession } from './session-store.ts';
import type { Session, SessionApi, SessionControl, SessionEnd, SignIn, SubjectChange } from './session-types.ts';

export interface SessionOptions {
  readonly transport: Transport;
  readonly storage: StoragePort;
  readonly clock: ClockPort;
  readonly locks: LocksPort;
  readonly crossTab: CrossTabPort | null;
}

export interface SessionParts {
  readonly api: SessionApi;
  readonly authorization: Authorization;
  /** For features that change the session itself, such as the account. */
  readonly control: SessionControl;
  dispose(): void;
}

/** Tokens are renewed this long before they expire, or in the last tenth of a short lifetime. */
const renewBeforeMs = 30_000;
/** Number of past access tokens whose requests may still be pending. */
const maxIssuedTokens = 16;
/** After a renewal without an answer, the old token is used for this long before the next attempt. */
const retryDelayMs = 5_000;

export function createSession({ transport, storage, clock, locks, crossTab }: SessionOptions): SessionParts {
  const store = createSessionStore(storage);
  const ended = createEmitter<SessionEnd>();
  const subjectChanged = createEmitter<SubjectChange>();
  let tokens = store.read();
  const current = signal<Session | null>(publicPart(tokens));
  /** When the tokens expire on the monotonic clock, so that a jump of the wall clock has no effect. */
  let endsAt = endOf(tokens);
  /** Incremented by sign-in and sign-out: a refresh that started before must not overwrite their result. */
  let epoch = 0;
  /** The access tokens of this epoch: a request with any other may belong to another user and is never sent again. */
  const issued = new Set(tokens && [tokens.accessToken]);
  let renewing: Promise<string> | null = null;
  /** The token from this tab's last refresh. */
  let renewed: string | null = null;
  let pausedUntil = Number.NEGATIVE_INFINITY;
  const unsubscribe = crossTab?.subscribe((key) => {
    if (key === 'session') adoptStored();
  });

  function endOf(session: StoredSession | null): number {
    if (!session) return 0;
    const age = clock.now() - session.receivedAt;
    // A negative age: the clock was set back. The server's 401 will show whether the token is valid.
    return clock.monotonic() + session.lifetime - Math.max(0, age);
  }

  /** The only place where the session changes. Subscribers run here, never inside the lock. */
  function take(next: StoredSession | null): void {
    tokens = next;
    if (next) remember(next.accessToken);
    endsAt = endOf(next);
    const shown = publicPart(next);
    const old = current.peek();
    if (shown?.customerId !== old?.customerId || shown?.email !== old?.email) current.value = shown;
  }

  /** Keeps only the newest: no request is pending for longer than they last. */
  function remember(accessToken: string): void {
    issued.add(accessToken);
    const [oldest] = issued;
    if (issued.size > maxIssuedTokens && oldest !== undefined) issued.delete(oldest);
  }

  function beginEpoch(): void {
    epoch += 1;
    issued.clear();
    // An earlier refresh continues on its own: its answer is not for the new user.
    renewing = null;
    pausedUntil = Number.NEGATIVE_INFINITY;
  }

  /** Begins the session of a sign-in. */
  function begin(answer: SessionAnswer, device: Device): SignIn {
    const next = toStored(answer, clock);
    beginEpoch();
    store.saveDevice(device);
    store.write(next);
    take(next);
    crossTab?.announce('session');
    return { customerId: next.customerId, email: next.email, analyticsId: next.analyticsId, isRestored: answer.is_restored === true };
  }

  /** Adopts what another tab stored. */
  function adoptStored(): void {
    const stored = store.read();
    if (stored?.accessToken === tokens?.accessToken && stored?.email === tokens?.email) return;
    const previous = tokens?.customerId ?? null;
    const next = stored?.customerId ?? null;
    if (previous !== next) beginEpoch();
    take(stored);
    if (previous === next) return;
    if (next === null) ended.emit('elsewhere');
    subjectChanged.emit({ previous, current: next });
  }

  function end(reason: SessionEnd): void {
    if (tokens === null) return;
    beginEpoch();
    store.clear();
    store.saveDevice({ ...store.device(), token: null });
    take(null);
    crossTab?.announce('session');
    ended.emit(reason);
  }

  function renew(refused: string | null): Promise<string> {
    adoptStored();
    if (!tokens || (refused !== null && !issued.has(refused))) return Promise.reject(expired());
    if (tokens.accessToken !== refused) return Promise.resolve(tokens.accessToken);
    if (renewing) return renewing;
    const mine = refresh().finally(() => {
      if (renewing === mine) renewing = null;
    });
    renewing = mine;
    return mine;
  }

  async function refresh(): Promise<string> {
    const startedIn = epoch;
    const old = tokens?.accessToken;
    try {
      // The result is applied after the lock: a slow or throwing subscriber must not block other tabs.
      await runAlone(locks, clock, async (afterOthers) => {
        const stored = afterOthers ? await readAfterOthers(clock, store.read, (session) => session?.accessToken !== old) : store.read();
        if (!stored || stored.accessToken !== old) return;
        const next = toStored(await exchange(transport, stored, store.device()), clock);
        const latest = store.read();
        // Another sign-out or sign-in happened meanwhile, here or in another tab: it takes precedence.
        if (epoch !== startedIn || latest?.accessToken !== old) return;
        // So does a new e-mail address: this answer may be older.
        store.write(latest.email === stored.email ? next : { ...next, email: latest.email });
      });
    } catch (error) {
      if (isExpired(error) && epoch === startedIn && store.read()?.accessToken === old) end('expired');
      throw error;
    }
    adoptStored();
    if (epoch !== startedIn || !tokens) throw expired();
    crossTab?.announce('session');
    renewed = tokens.accessToken;
    return renewed;
  }

  async function freshToken(): Promise<string | null> {
    if (!tokens) adoptStored();
    if (!tokens) return null;
    const left = endsAt - clock.monotonic();
    if (left > Math.min(renewBeforeMs, tokens.lifetime / 10) || clock.monotonic() < pausedUntil) return tokens.accessToken;
    const { accessToken } = tokens;
    return renew(accessToken).catch((error: unknown) => {
      if (isExpired(error)) throw error;
      pausedUntil = clock.monotonic() + retryDelayMs;
      // No network: the old token may still work; if not, the request itself reports that.
      return tokens?.accessToken ?? accessToken;
    });
  }

  const api: SessionApi = {
    current,
    async requestCode(email, options) {
      const body: RequestCodeBody = { email, deviceId: store.device().id };
      return transport.send<RequestCodeAnswer>(requestCode, null, { ...options, body, timeoutMs: callTimeoutMs });
    },
    async confirmCode({ email, code }, options) {
      const device: Device = { id: store.device().id, token: randomSecret() };
      const body: ConfirmCodeBody = { email, otp: code, deviceId: device.id, deviceName: 'web', deviceToken: device.token ?? '' };
      return begin(await transport.send<SessionAnswer>(confirmCode, null, { ...options, body, timeoutMs: callTimeoutMs }), device);
    },
    // Pages sign in otherwise.
    signInWithDeviceCode: async (input) => (await import('./session-device-code.ts')).signIn({ transport, clock, store, begin }, input),
    async signOut() {
      // Another tab may just have renewed the tokens: those must be revoked.
      adoptStored();
      const session = tokens;
      if (!session) return;
      const device = store.device();
      end('signed-out');
      await revoke(transport, session, device);
    },
    accessToken: freshToken,
    onEnded: ended.subscribe,
    onSubjectChanged: subjectChanged.subscribe,
  };

  return {
    api,
    authorization: {
      token: freshToken,
      renew,
      rejected(token) {
        // Another tab may have renewed the token since; and an adopted token may already have expired. Neither affects the session.
        adoptStored();
        if (tokens?.accessToken === token && token === renewed) end('expired');
      },
    },
    control: {
      deviceId: () => store.device().id,
      emailChanged(customerId, email) {
        const stored = store.read();
        // Another user signed in before the answer arrived.
        if (stored?.customerId !== customerId) return;
        const next = { ...stored, email };
        store.write(next);
        take(next);
        crossTab?.announce('session');
      },
      accountDeleted(customerId) {
        if (tokens?.customerId === customerId) end('signed-out');
      },
    },
    dispose: () => unsubscribe?.(),
  };
}

function publicPart(session: StoredSession | null): Session | null {
  return session && { customerId: session.customerId, email: session.email, analyticsId: session.analyticsId };
}

function isExpired(error: unknown): boolean {
  return error instanceof WatchpostError && error.code === 'session-expired';
}
