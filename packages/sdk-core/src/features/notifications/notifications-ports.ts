import type { Unsubscribe } from '../../kernel/ports.ts';

/** What the push service of the browser gave out. Keys are base64url. */
export interface PushSubscriptionData {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
  /** The key that it was made for; null when the browser does not tell. */
  readonly applicationServerKey: string | null;
}

/** The service worker's registration as far as push needs it. */
export interface PushRegistrationPort {
  readonly scope: string;
  current(): Promise<PushSubscriptionData | null>;
  /** @param key the server's VAPID key, base64url */
  subscribe(key: string): Promise<PushSubscriptionData>;
  /** True when there is no subscription afterwards. */
  unsubscribe(): Promise<boolean>;
}

/** The browser's side of push: permission and service worker. */
export interface PushBrowserPort {
  readonly isSupported: boolean;
  permission(): NotificationPermissionName;
  /** Has to be called in the same task as the click. */
  requestPermission(): Promise<NotificationPermissionName>;
  onPermissionChange(listener: () => void): Unsubscribe;
  /** The service worker says that the browser has replaced the subscription. */
  onSubscriptionChange(listener: () => void): Unsubscribe;
  /** Registers the service worker and waits until it is active. */
  registration(): Promise<PushRegistrationPort>;
}

/** As the Notifications API names them. */
export type NotificationPermissionName = 'default' | 'granted' | 'denied';

/** Small values shared by the tabs; a change is one transaction. In browsers: IndexedDB. Calls reject where nothing is kept. */
export interface PushStorePort {
  read(key: string): Promise<unknown>;
  /** @param change gets the stored value (undefined: none) and gives the new one (undefined: remove it) @returns the new one */
  update<T>(key: string, change: (old: unknown) => T): Promise<T>;
}

/** Where Firebase's two services are; a test puts its own there. */
export interface FirebaseAddresses {
  readonly installations: string;
  readonly registrations: string;
}

export interface PushPorts {
  readonly browser: PushBrowserPort;
  readonly store: PushStorePort;
  readonly firebase?: FirebaseAddresses | undefined;
}
