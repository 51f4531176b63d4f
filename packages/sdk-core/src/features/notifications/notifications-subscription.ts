import { WatchpostError } from '../../kernel/errors.ts';
import type { PushErrorCode } from '../../kernel/errors.ts';
import type { ClockPort } from '../../kernel/ports.ts';
import { pushError } from './notifications-errors.ts';
import type { PushRegistrationPort, PushSubscriptionData } from './notifications-ports.ts';

/** Makes this browser reachable by push. */
export interface PushDriver {
  /** Resolves to the token that the server needs: the previous one while it is valid. */
  connect(signal: AbortSignal): Promise<string>;
  disconnect(): Promise<void>;
}

/** Turns what a browser throws into an error with this code. */
export async function named<T>(code: PushErrorCode, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    throw cause instanceof WatchpostError ? cause : pushError(code, { cause });
  }
}

/** A browser that can't reach the push service keeps trying without reporting it (Chromium: more than a minute). */
const subscribeTimeoutMs: number = 30_000;

/**
 * Returns the browser's subscription for this key: the existing one, or a new one if the server's key has changed.
 * @throws {WatchpostError} push-subscribe-failed, push-unsubscribe-failed, push-no-token
 */
export async function subscriptionFor(
  key: string,
  registration: PushRegistrationPort,
  clock: ClockPort,
  signal: AbortSignal,
): Promise<PushSubscriptionData> {
  const existing = await named('push-subscribe-failed', () => registration.current());
  const isForKey = existing !== null && (existing.applicationServerKey === null || existing.applicationServerKey === base64Url(key));
  if (existing !== null && !isForKey) await unsubscribe(registration);
  signal.throwIfAborted();
  const subscription = isForKey
    ? existing
    : await named('push-subscribe-failed', () => withTimeout(registration.subscribe(key), clock, signal));
  if (!subscription.endpoint || !subscription.p256dh || !subscription.auth) throw pushError('push-no-token');
  return subscription;
}

/**
 * Rejects after 30 s, or when `signal` aborts. A subscription that arrives later does no harm: the server doesn't know it,
 * and the next connect finds it.
 */
export async function withTimeout<T>(work: Promise<T>, clock: ClockPort, signal: AbortSignal): Promise<T> {
  let cancel = (): void => {};
  const ended = new Promise<never>((_resolve, reject) => {
    cancel = clock.after(subscribeTimeoutMs, () => reject(new Error(`The push service did not answer within ${subscribeTimeoutMs} ms.`)));
    signal.addEventListener('abort', () => reject(new DOMException('The connection was canceled.', 'AbortError')), { once: true });
  });
  try {
    return await Promise.race([work, ended]);
  } finally {
    cancel();
    // The result may arrive after the timeout.
    work.catch(() => {});
  }
}

/** @throws {WatchpostError} push-unsubscribe-failed */
export async function unsubscribe(registration: PushRegistrationPort): Promise<void> {
  const isGone = await named('push-unsubscribe-failed', () => registration.unsubscribe());
  if (!isGone) throw pushError('push-unsubscribe-failed');
}

/** Normalizes a key to base64url without padding. */
function base64Url(key: string): string {
  return key.replaceAll('=', '').replaceAll('+', '-').replaceAll('/', '_');
}
