import type { PushConfiguration } from '@watchpost/contract/schemas/notifications';
import type { ClockPort, NetworkPort } from '../../kernel/ports.ts';
import { pushError } from './notifications-errors.ts';
import { createFirebaseDriver } from './notifications-firebase.ts';
import type { PushPorts, PushRegistrationPort, PushStorePort } from './notifications-ports.ts';
import { named } from './notifications-subscription.ts';
import type { PushDriver } from './notifications-subscription.ts';
import { createWebPushDriver } from './notifications-web-push.ts';

export interface PushDriverOptions {
  readonly ports: PushPorts;
  readonly registration: PushRegistrationPort;
  readonly clock: ClockPort;
  readonly network: NetworkPort | null;
  readonly fetch: typeof fetch;
}

/**
 * The driver that the server's configuration asks for.
 * @throws {WatchpostError} push-config-missing when a value is empty
 */
export function createPushDriver(configuration: PushConfiguration, options: PushDriverOptions): PushDriver {
  if (configuration.kind === 'web-push') {
    requireValues({ publicKey: configuration.publicKey });
    return createWebPushDriver(configuration.publicKey, options.registration, options.clock);
  }
  const { firebase, vapidKey } = configuration;
  const { apiKey, projectId, appId, messagingSenderId } = firebase;
  requireValues({ apiKey, projectId, appId, messagingSenderId, vapidKey });
  return createFirebaseDriver({ ...options, firebase, vapidKey, addresses: options.ports.firebase ?? google, store: createNamedStore(options.ports.store) });
}

const google = { installations: 'https://firebaseinstallations.googleapis.com/v1', registrations: 'https://fcmregistrations.googleapis.com/v1' } as const;

function requireValues(values: Readonly<Record<string, string | undefined>>): void {
  for (const [name, value] of Object.entries(values)) if (!value) throw pushError('push-config-missing', { details: { name } });
}

/** The same store, whose own failures say that the browser keeps nothing. What a change throws stays as it is. */
export function createNamedStore(store: PushStorePort): PushStorePort {
  return {
    read: (key) => named('push-storage-unsupported', () => store.read(key)),
    update: (key, change) => named('push-storage-unsupported', () => store.update(key, change)),
  };
}
