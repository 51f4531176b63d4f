import type {
  NotificationPermissionName,
  PushBrowserPort,
  PushPorts,
  PushStorePort,
  PushSubscriptionData,
} from '../../features/notifications/index.ts';

/** A browser's push in memory: records its calls and lets a test plan the answers. */
export interface FakePush {
  readonly ports: PushPorts;
  permission: NotificationPermissionName;
  /** The user's answer to the permission prompt. */
  answer: NotificationPermissionName;
  /** Number of permission prompts. */
  readonly questions: number;
  subscription: PushSubscriptionData | null;
  /** Calls to the push service, in order. */
  readonly calls: string[];
  /** Thrown by the next call of this name: `register`, `current`, `subscribe`, `unsubscribe`, `read`, `update`. */
  failNext(name: string, error: unknown): void;
  /** Blocks the next call of this name until the returned function is called. */
  holdNext(name: string): () => void;
  /** Changes the permission, like the user in the browser's settings. */
  setPermission(permission: NotificationPermissionName): void;
  /** Replaces the subscription, like a browser does by itself. */
  rotate(): void;
  /** Stored values, as any tab sees them. */
  readonly stored: Map<string, unknown>;
}

/** Creates a browser's push in memory, to pass to createTestClient. */
export function createFakePush(
  options: { readonly isSupported?: boolean; readonly firebase?: PushPorts['firebase']; readonly stored?: Map<string, unknown> } = {},
): FakePush {
  const calls: string[] = [];
  const failures = new Map<string, unknown[]>();
  const held = new Map<string, Promise<void>>();
  const permissionListeners = new Set<() => void>();
  const subscriptionListeners = new Set<() => void>();
  const stored = options.stored ?? new Map<string, unknown>();
  let counter = 0;

  const enter = async (name: string): Promise<void> => {
    calls.push(name);
    const gate = held.get(name);
    held.delete(name);
    await gate;
    const failure = failures.get(name)?.shift();
    if (failure !== undefined) throw failure;
  };
  const subscribe = (key: string | null): PushSubscriptionData => {
    counter += 1;
    return { endpoint: `https://push.test/${counter}`, p256dh: `p256dh-${counter}`, auth: `auth-${counter}`, applicationServerKey: key };
  };
  const listen = (listeners: Set<() => void>, listener: () => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };

  const browser: PushBrowserPort = {
    isSupported: options.isSupported ?? true,
    permission: () => fake.permission,
    async requestPermission() {
      questions += 1;
      if (fake.permission === 'default') fake.permission = fake.answer;
      return fake.permission;
    },
    onPermissionChange: (listener) => listen(permissionListeners, listener),
    onSubscriptionChange: (listener) => listen(subscriptionListeners, listener),
    async registration() {
      await enter('register');
      return {
        scope: 'https://watchpost.test/',
        async current() {
          await enter('current');
          return fake.subscription;
        },
        async subscribe(key) {
          await enter('subscribe');
          fake.subscription ??= subscribe(key);
          return fake.subscription;
        },
        async unsubscribe() {
          await enter('unsubscribe');
          fake.subscription = null;
          return true;
        },
      };
    },
  };
  const store: PushStorePort = {
    async read(key) {
      await enter('read');
      return stored.get(key);
    },
    async update(key, change) {
      await enter('update');
      const next = change(stored.get(key));
      if (next === undefined) stored.delete(key);
      else stored.set(key, next);
      return next;
    },
  };
  let questions = 0;
  const fake: FakePush = {
    ports: { browser, store, firebase: options.firebase },
    permission: 'default',
    answer: 'granted',
    get questions() {
      return questions;
    },
    subscription: null,
    calls,
    failNext: (name, error) => void failures.set(name, [...(failures.get(name) ?? []), error]),
    holdNext(name) {
      let release = (): void => {};
      held.set(name, new Promise((resolve) => (release = resolve)));
      return () => release();
    },
    setPermission(permission) {
      fake.permission = permission;
      // Browsers end the subscription with the permission.
      if (permission !== 'granted') fake.subscription = null;
      for (const listener of permissionListeners) listener();
    },
    rotate() {
      fake.subscription = subscribe(fake.subscription?.applicationServerKey ?? null);
      for (const listener of subscriptionListeners) listener();
    },
    stored,
  };
  return fake;
}
