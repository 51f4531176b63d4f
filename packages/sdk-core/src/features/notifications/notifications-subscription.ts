import { WatchpostError } from '../../kernel/errors.ts';
import type { PushErrorCode } from '../../kernel/errors.ts';
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

/**
 * The browser's subscription for this key: the one that is there, or a new one when the server's key has changed.
 * @throws {WatchpostError} push-subscribe-failed, push-unsubscribe-failed, push-no-token
 */
export async function subscriptionFor(key: string, registration: PushRegistrationPort, signal: AbortSignal): Promise<PushSubscriptionData> {
  const existing = await named('push-subscribe-failed', () => registration.current());
  const isForKey = existing !== null && (existing.applicationServerKey === null || existing.applicationServerKey === base64Url(key));
  if (existing !== null && !isForKey) await unsubscribe(registration);
  signal.throwIfAborted();
  const subscription = isForKey ? existing : await named('push-subscribe-failed', () => registration.subscribe(key));
  if (!subscription.endpoint || !subscription.p256dh || !subscription.auth) throw pushError('push-no-token');
  return subscription;
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
