import type { FirebaseConfig } from '@watchpost/contract/schemas/notifications';
import type { Unsubscribe } from '../../kernel/ports.ts';

/** A subscription of the browser's push service. Keys are base64url. */
export interface PushSubscriptionData {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
  /** The server key it belongs to; null when the browser doesn't expose it. */
  readonly applicationServerKey: string | null;
}

/** The part of a service worker registration that push needs. */
export interface PushRegistrationPort {
  readonly scope: string;
  current(): Promise<PushSubscriptionData | null>;
  /** @param key the server's VAPID key, base64url */
  subscribe(key: string): Promise<PushSubscriptionData>;
  /** Resolves to true when no subscription is left. */
  unsubscribe(): Promise<boolean>;
}

/** The browser's part of push: permission and service worker. */
export interface PushBrowserPort {
  readonly isSupported: boolean;
  permission(): NotificationPermissionName;
  /** Call it in the same task as the click: later, browsers ignore it. */
  requestPermission(): Promise<NotificationPermissionName>;
  onPermissionChange(listener: () => void): Unsubscribe;
  /** Notifies when the service worker reports that the browser has replaced the subscription. */
  onSubscriptionChange(listener: () => void): Unsubscribe;
  /** Registers the service worker and waits until it is active. */
  registration(): Promise<PushRegistrationPort>;
}

/** The states of a permission in the Notifications API. */
export type NotificationPermissionName = 'default' | 'granted' | 'denied';

/** Stores small values that all tabs share (in browsers: IndexedDB). Calls reject where the browser stores nothing. */
export interface PushStorePort {
  read(key: string): Promise<unknown>;
  /**
   * Changes a value in one transaction.
   * @param change gets the stored value (undefined: none), returns the new one (undefined: remove it)
   * @returns the new value
   */
  update<T>(key: string, change: (old: unknown) => T): Promise<T>;
}

/** Firebase Cloud Messaging in this browser. Calls reject with a `FirebaseError`. */
export interface FirebaseMessagingPort {
  /**
   * Registers the browser's subscription, or renews its registration when it is due.
   * @param vapidKey the project's web push certificate, base64url
   * @returns the token that the server sends to
   */
  getToken(vapidKey: string): Promise<string>;
  /** Deletes the token and the browser's subscription. */
  deleteToken(vapidKey: string): Promise<void>;
}

/** What notifications need of the platform; `createBrowserPush` of `@watchpost/sdk-core/browser` has it for browsers. */
export interface PushPorts {
  readonly browser: PushBrowserPort;
  readonly store: PushStorePort;
  /** Loads Firebase for a server that sends through it; resolves to null where Firebase doesn't support the browser. */
  readonly firebase?: ((config: FirebaseConfig) => Promise<FirebaseMessagingPort | null>) | undefined;
}
