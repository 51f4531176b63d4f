import type { FirebaseConfig } from '@watchpost/contract/schemas/notifications';
import type { PushErrorCode, WatchpostError } from '../../kernel/errors.ts';
import type { ClockPort, NetworkPort } from '../../kernel/ports.ts';
import { pushError } from './notifications-errors.ts';
import { asObject, createFirebaseHttp, textOf } from './notifications-firebase-http.ts';
import type { FirebaseAnswer } from './notifications-firebase-http.ts';
import { createFirebaseInstallation } from './notifications-firebase-installation.ts';
import type { FirebaseAddresses, PushRegistrationPort, PushStorePort, PushSubscriptionData } from './notifications-ports.ts';
import { named, subscriptionFor, unsubscribe } from './notifications-subscription.ts';
import type { PushDriver } from './notifications-subscription.ts';

export interface FirebaseDriverOptions {
  readonly firebase: FirebaseConfig;
  /** The project's web push certificate, base64url. */
  readonly vapidKey: string;
  readonly addresses: FirebaseAddresses;
  readonly registration: PushRegistrationPort;
  readonly store: PushStorePort;
  readonly clock: ClockPort;
  readonly network: NetworkPort | null;
  readonly fetch: typeof fetch;
}

/** A push token is renewed after 7 days (specification 1, section 9). */
export const pushTokenLifetime: number = 7 * 24 * 60 * 60_000;

/** What was registered, and for which subscription. */
interface StoredToken {
  readonly token: string;
  /** Unix milliseconds. */
  readonly createdAt: number;
  readonly vapidKey: string;
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
}

/** Firebase Cloud Messaging through its two REST services: see docs/adr/0016. */
export function createFirebaseDriver({ firebase, vapidKey, addresses, registration, store, clock, network, fetch }: FirebaseDriverOptions): PushDriver {
  const key = `registration:${firebase.appId}`;
  const url = `${addresses.registrations}/projects/${encodeURIComponent(firebase.projectId)}/registrations`;
  const http = createFirebaseHttp(fetch, firebase);
  const installation = createFirebaseInstallation({ http, address: addresses.installations, config: firebase, store, clock, network });

  return {
    async connect(signal) {
      const subscription = await subscriptionFor(vapidKey, registration, clock, signal);
      const stored = readStored(await store.read(key));
      if (!stored) return create(subscription, signal);
      if (!isFor(stored, subscription)) {
        // The old token leads nowhere any more; whether Firebase forgets it now or later is no concern of the new one.
        await remove(stored.token, signal).catch(() => {});
        return create(subscription, signal);
      }
      const age = clock.now() - stored.createdAt;
      return age >= 0 && age < pushTokenLifetime ? stored.token : update(stored.token, subscription, signal);
    },
    async disconnect() {
      const stored = readStored(await store.read(key));
      try {
        if (stored) await remove(stored.token, new AbortController().signal);
      } finally {
        await store.update(key, () => undefined);
        await unsubscribe(registration);
      }
    },
  };

  async function create(subscription: PushSubscriptionData, signal: AbortSignal): Promise<string> {
    const answer = await send('push-subscribe-failed', 'POST', url, subscription, signal);
    return keep(answer, 'push-subscribe-failed', subscription);
  }

  async function update(token: string, subscription: PushSubscriptionData, signal: AbortSignal): Promise<string> {
    const answer = await send('push-update-failed', 'PATCH', `${url}/${token}`, subscription, signal);
    return answer.status === 404 ? create(subscription, signal) : keep(answer, 'push-update-failed', subscription);
  }

  async function remove(token: string, signal: AbortSignal): Promise<void> {
    const answer = await send('push-unsubscribe-failed', 'DELETE', `${url}/${token}`, null, signal);
    // A token that Firebase does not know is as good as removed.
    if (!answer.ok && answer.status !== 404) throw failed('push-unsubscribe-failed', answer);
  }

  async function keep(answer: FirebaseAnswer, code: PushErrorCode, { endpoint, p256dh, auth }: PushSubscriptionData): Promise<string> {
    if (!answer.ok) throw failed(code, answer);
    const token = textOf(answer.body, 'token');
    if (!token) throw pushError('push-no-token');
    const stored: StoredToken = { token, createdAt: clock.now(), vapidKey, endpoint, p256dh, auth };
    await store.update(key, () => stored);
    return token;
  }

  async function send(code: PushErrorCode, method: 'POST' | 'PATCH' | 'DELETE', target: string, subscription: PushSubscriptionData | null, signal: AbortSignal): Promise<FirebaseAnswer> {
    const authToken = await installation.authToken(signal);
    return named(network?.isOnline() === false ? 'push-offline' : code, () =>
      http({
        method,
        url: target,
        headers: { 'x-goog-firebase-installations-auth': `FIS ${authToken}` },
        ...(subscription && { body: { web: webPart(subscription) } }),
        signal,
      }),
    );
  }

  function webPart({ endpoint, p256dh, auth }: PushSubscriptionData): Record<string, string> {
    return { origin: new URL(registration.scope).host, endpoint, p256dh, auth, applicationPubKey: vapidKey };
  }

  function isFor(stored: StoredToken, { endpoint, p256dh, auth }: PushSubscriptionData): boolean {
    return stored.vapidKey === vapidKey && stored.endpoint === endpoint && stored.p256dh === p256dh && stored.auth === auth;
  }
}

function readStored(value: unknown): StoredToken | null {
  const entry = asObject(value);
  const { createdAt } = entry;
  const token = textOf(entry, 'token');
  if (!token || typeof createdAt !== 'number') return null;
  return { token, createdAt, vapidKey: textOf(entry, 'vapidKey'), endpoint: textOf(entry, 'endpoint'), p256dh: textOf(entry, 'p256dh'), auth: textOf(entry, 'auth') };
}

function failed(code: PushErrorCode, { status, body }: FirebaseAnswer): WatchpostError {
  return pushError(code, { status, details: { reason: textOf(asObject(body['error']), 'message') } });
}
