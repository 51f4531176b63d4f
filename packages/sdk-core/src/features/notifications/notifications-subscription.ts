import { WatchpostError } from '../../kernel/errors.ts';
import type { PushErrorCode } from '../../kernel/errors.ts';
import type { ClockPort } from '../../kernel/ports.ts';
import { pushError } from './notifications-errors.ts';
import type { PushRegistrationPort, PushSubscriptionData } from './notifications-ports.ts';

/** One way of being reachable by push. */
export interface PushDriver {
  /** Gives the token that the server needs, the old one as long as it is good. */
  connect(signal: AbortSignal): Promise<string>;
  disconnect(): Promise<void>;
}

/** What a browser or a service throws, under one of our codes. */
export async function named<T>(code: PushErrorCode, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    throw cause instanceof WatchpostError ? cause : pushError(code, { cause });
  }
}

/** Where the push service cannot be reached, a browser tries for ever and says nothing (Chromium: more than a minute). */
export const subscribeTimeout: number = 30_000;

/**
 * The browser's subscription for this key: the one that is there, or a new one when the server's key has changed.
 * @throws {WatchpostError} push-subscribe-failed, push-unsubscribe-failed, push-no-token
 */
export async function subscriptionFor(key: string, registration: PushRegistrationPort, clock: ClockPort, signal: AbortSignal): Promise<PushSubscriptionData> {
  const existing = await named('push-subscribe-failed', () => registration.current());
  const isForKey = existing !== null && (existing.applicationServerKey === null || existing.applicationServerKey === base64Url(key));
  if (existing !== null && !isForKey) await unsubscribe(registration);
  signal.throwIfAborted();
  const subscription = isForKey ? existing : await named('push-subscribe-failed', () => bounded(registration.subscribe(key), clock, signal));
  if (!subscription.endpoint || !subscription.p256dh || !subscription.auth) throw pushError('push-no-token');
  return subscription;
}

/**
 * Waits for 30 s, or until the wish is given up. A subscription that comes later is of no harm: the server knows nothing of it,
 * and the next connect finds it.
 */
async function bounded<T>(work: Promise<T>, clock: ClockPort, signal: AbortSignal): Promise<T> {
  let cancel = (): void => {};
  const ended = new Promise<never>((_resolve, reject) => {
    cancel = clock.after(subscribeTimeout, () => reject(new Error(`No answer of the push service within ${subscribeTimeout} ms.`)));
    signal.addEventListener('abort', () => reject(new DOMException('Given up.', 'AbortError')), { once: true });
  });
  try {
    return await Promise.race([work, ended]);
  } finally {
    cancel();
    // Nobody may be waiting for it any more.
    work.catch(() => {});
  }
}

/** @throws {WatchpostError} push-unsubscribe-failed */
export async function unsubscribe(registration: PushRegistrationPort): Promise<void> {
  const isGone = await named('push-unsubscribe-failed', () => registration.unsubscribe());
  if (!isGone) throw pushError('push-unsubscribe-failed');
}

/** One spelling of a key: without padding, with the characters that addresses allow. */
function base64Url(key: string): string {
  return key.replace(/=+$/, '').replaceAll('+', '-').replaceAll('/', '_');
}
