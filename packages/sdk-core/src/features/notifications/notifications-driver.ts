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
}

/**
 * Creates the driver for the server's configuration.
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
  const { ports, registration, clock, network } = options;
  const load = ports.firebase;
  // A mistake of the application's developer: its users see the text for an incomplete setup.
  if (!load)
    throw pushError('push-config-missing', {
      message:
        'This server sends through Firebase. Pass `firebase: () => import("@watchpost/sdk-core/firebase-push")` to createBrowserPush().',
      details: { name: 'firebase' },
    });
  return createFirebaseDriver({ open: () => load(firebase), vapidKey, registration, clock, network });
}

function requireValues(values: Readonly<Record<string, string | undefined>>): void {
  for (const [name, value] of Object.entries(values)) if (!value) throw pushError('push-config-missing', { details: { name } });
}

/** Turns failures of the store into `push-storage-unsupported`. Errors that a change throws stay unchanged. */
export function createNamedStore(store: PushStorePort): PushStorePort {
  return {
    read: (key) => named('push-storage-unsupported', () => store.read(key)),
    update: (key, change) => named('push-storage-unsupported', () => store.update(key, change)),
  };
}
