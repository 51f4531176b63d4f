import { WatchpostError } from '../../kernel/errors.ts';
import type { PushErrorCode } from '../../kernel/errors.ts';
import type { ClockPort, NetworkPort } from '../../kernel/ports.ts';
import { pushError } from './notifications-errors.ts';
import type { FirebaseMessagingPort, PushRegistrationPort } from './notifications-ports.ts';
import { subscriptionFor, unsubscribe, withTimeout } from './notifications-subscription.ts';
import type { PushDriver } from './notifications-subscription.ts';

export interface FirebaseDriverOptions {
  /** Loads Firebase; null where it does not support this browser. */
  readonly open: () => Promise<FirebaseMessagingPort | null>;
  /** The project's web push certificate, base64url. */
  readonly vapidKey: string;
  readonly registration: PushRegistrationPort;
  readonly clock: ClockPort;
  readonly network: NetworkPort | null;
}

/** Firebase renews a push token after 7 days (specification 1, section 9). */
export const pushTokenLifetimeMs: number = 7 * 24 * 60 * 60_000;

/** Firebase Cloud Messaging by Google's library, with the two recoveries that it lacks: see docs/adr/0072. */
export function createFirebaseDriver({ open, vapidKey, registration, clock, network }: FirebaseDriverOptions): PushDriver {
  return {
    async connect(signal) {
      if (network?.isOnline() === false) throw pushError('push-offline');
      // Firebase would use a subscription for another key, and would wait for the browser without a limit.
      await subscriptionFor(vapidKey, registration, clock, signal);
      const getToken = async (): Promise<string> => (await openOrFail()).getToken(vapidKey);
      try {
        return await withTimeout(getToken(), clock, signal);
      } catch (error) {
        signal.throwIfAborted();
        if (!(await canRecover(error, signal))) throw toPushError(error, connectFallback(error));
        return withTimeout(getToken(), clock, signal).catch((again: unknown) => {
          throw toPushError(again, connectFallback(again));
        });
      }
    },
    async disconnect() {
      try {
        // A browser ends the subscription with the permission. Firebase would then ask for the permission to delete its token.
        if (await registration.current()) await (await openOrFail()).deleteToken(vapidKey);
      } catch (error) {
        if (!isUnknownToken(error)) throw toPushError(error, 'push-unsubscribe-failed');
      } finally {
        await unsubscribe(registration);
      }
    },
  };

  async function openOrFail(): Promise<FirebaseMessagingPort> {
    const messaging = await open();
    if (!messaging) throw pushError('push-unsupported-browser');
    return messaging;
  }

  /** Prepares a second attempt, where Firebase has forgotten what the browser still stores. */
  async function canRecover(error: unknown, signal: AbortSignal): Promise<boolean> {
    // Firebase has removed its record of the installation, and the next attempt registers a new one.
    if (isUnknownInstallation(error)) return true;
    if (readError(error).code !== 'messaging/token-update-failed' || !isUnknownToken(error)) return false;
    // Firebase keeps trying to renew the unknown token for this subscription; for another one, it gets a new token.
    await unsubscribe(registration);
    await subscriptionFor(vapidKey, registration, clock, signal);
    return true;
  }

  function toPushError(error: unknown, fallback: PushErrorCode): WatchpostError {
    if (error instanceof WatchpostError) return error;
    const { code, serverCode, reason } = readError(error);
    const isOffline = network?.isOnline() === false;
    const known = isUnknownInstallation(error) ? 'push-installation-not-found' : codes[code];
    return pushError(isOffline ? 'push-offline' : (known ?? fallback), {
      cause: error,
      ...(serverCode !== null && { status: serverCode }),
      ...(reason !== '' && { details: { reason } }),
    });
  }
}

/** Firebase's codes as ours, which follow them (specification 1, section 8). */
const codes: Readonly<Record<string, PushErrorCode>> = {
  'messaging/missing-app-config-values': 'push-config-missing',
  'messaging/permission-blocked': 'push-permission-blocked',
  'messaging/permission-default': 'push-permission-dismissed',
  'messaging/unsupported-browser': 'push-unsupported-browser',
  'messaging/indexed-db-unsupported': 'push-storage-unsupported',
  'messaging/failed-service-worker-registration': 'push-worker-failed',
  'messaging/token-subscribe-failed': 'push-subscribe-failed',
  'messaging/token-subscribe-no-token': 'push-no-token',
  'messaging/token-update-failed': 'push-update-failed',
  'messaging/token-update-no-token': 'push-no-token',
  'messaging/token-unsubscribe-failed': 'push-unsubscribe-failed',
  'installations/missing-app-config-values': 'push-config-missing',
  'installations/not-registered': 'push-installation-not-registered',
  'installations/installation-not-found': 'push-installation-not-found',
  'installations/request-failed': 'push-installation-failed',
  'installations/app-offline': 'push-offline',
};

/** Firebase passes on only one failed connection as it is: that to the installations service. */
function connectFallback(error: unknown): PushErrorCode {
  return error instanceof TypeError ? 'push-installation-failed' : 'push-subscribe-failed';
}

/** Firebase has forgotten the installation: after 270 days without contact, or because it was deleted. */
function isUnknownInstallation(error: unknown): boolean {
  const { code, serverCode } = readError(error);
  return code === 'installations/request-failed' && (serverCode === 401 || serverCode === 404);
}

/** Firebase no longer knows a token, and says so only in words. */
function isUnknownToken(error: unknown): boolean {
  return /not.found/i.test(readError(error).reason);
}

interface FirebaseFailure {
  readonly code: string;
  /** HTTP status of the installations service. */
  readonly serverCode: number | null;
  readonly reason: string;
}

/** Reads a `FirebaseError` by its shape: this module loads without Firebase. */
function readError(error: unknown): FirebaseFailure {
  const { code, customData } = asRecord(error);
  const { serverCode, serverMessage, errorInfo } = asRecord(customData);
  const reason = errorInfo ?? serverMessage;
  return {
    code: typeof code === 'string' ? code : '',
    serverCode: typeof serverCode === 'number' ? serverCode : null,
    reason: typeof reason === 'string' ? reason : '',
  };
}

function asRecord(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
