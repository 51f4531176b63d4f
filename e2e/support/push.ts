import type { BrowserContext, Page, Worker } from 'playwright';
import { until } from './product.ts';

/** A notification as the system has it. */
interface ShownNotification {
  readonly title: string;
  readonly body: string;
  readonly tag: string;
  readonly icon: string;
  readonly image: string;
  readonly timestamp: number;
}

/** What the parts of a service worker look like from inside; the tests' own types don't include workers. */
interface WorkerSelf {
  readonly registration: { getNotifications(): Promise<(ShownNotification & { close(): void })[]> };
  readonly clients: { openWindow(url: string): Promise<unknown>; matchAll(options: object): Promise<readonly unknown[]> };
  readonly opened?: string[];
  /** Push messages that the worker has finished with. */
  handledPushes?: number;
  dispatchEvent(event: Event): boolean;
  readonly NotificationEvent: new (type: string, options: { notification: unknown }) => Event;
}

interface ExtendableEvent {
  readonly type: string;
  waitUntil(work: Promise<unknown>): void;
}

/** The service worker of the page's origin, from outside and from inside. */
export interface PushRig {
  readonly worker: Worker;
  /** Hands a payload to the worker as the browser's push service does, and waits until the worker has finished with it. */
  deliver(payload: object | string): Promise<void>;
  /**
   * Reads the notifications that are on display. Call it only after `deliver` has returned: Chromium forgets a notification
   * that is asked for between its entry in the database and its display, so a test that polls loses notifications.
   */
  notifications(): Promise<readonly ShownNotification[]>;
  /** Returns the notification with this title; fails when there is none. */
  shown(title: string): Promise<ShownNotification>;
  /**
   * Runs the worker's own handler for a click on the newest notification. The event is ours, so the browser sees no person behind it:
   * opening a window is recorded (`opened`) where a real click would be allowed to.
   */
  click(): Promise<void>;
  opened(): Promise<readonly string[]>;
  /** Waits until the worker sees no page of ours any more: one that was left counts for a moment longer. */
  left(): Promise<void>;
}

/** @param page a page of the product whose service worker is active or on its way */
export async function startPushRig(page: Page, context: BrowserContext, origin: string): Promise<PushRig> {
  const worker = await until('the service worker', () => context.serviceWorkers().find((one) => one.url().startsWith(origin)));
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  const devtools = await context.newCDPSession(page);
  const registrations = new Set<string>();
  devtools.on('ServiceWorker.workerRegistrationUpdated', (event) => {
    for (const { registrationId, scopeURL, isDeleted } of event.registrations)
      if (scopeURL.startsWith(origin) && !isDeleted) registrations.add(registrationId);
  });
  await devtools.send('ServiceWorker.enable');
  const registrationId = await until('the registration', () => [...registrations].at(-1));
  await worker.evaluate(() => {
    const self = globalThis as unknown as WorkerSelf;
    if (self.handledPushes !== undefined) return;
    self.handledPushes = 0;
    const { prototype } = (globalThis as unknown as { ExtendableEvent: { prototype: ExtendableEvent } }).ExtendableEvent;
    const { waitUntil } = prototype;
    prototype.waitUntil = function waitUntilAndCount(this: ExtendableEvent, work) {
      waitUntil.call(this, work);
      if (this.type === 'push') void work.finally(() => (self.handledPushes = (self.handledPushes ?? 0) + 1));
    };
  });
  const handledPushes = (): Promise<number> => worker.evaluate(() => (globalThis as unknown as WorkerSelf).handledPushes ?? 0);
  const notifications = (): Promise<readonly ShownNotification[]> =>
    worker.evaluate(async () => {
      const { registration } = globalThis as unknown as WorkerSelf;
      return (await registration.getNotifications()).map(({ title, body, tag, icon, image, timestamp }) => ({
        title,
        body,
        tag,
        icon,
        image,
        timestamp,
      }));
    });
  return {
    worker,
    async deliver(payload) {
      const before = await handledPushes();
      await devtools.send('ServiceWorker.deliverPushMessage', {
        origin,
        registrationId,
        data: typeof payload === 'string' ? payload : JSON.stringify(payload),
      });
      await until('the worker to finish with the push message', async () => (await handledPushes()) > before);
    },
    notifications,
    async shown(title) {
      const all = await notifications();
      const found = all.find((one) => one.title === title);
      if (!found) throw new Error(`There is no notification “${title}”, only: ${all.map((one) => one.title).join(', ') || 'none'}.`);
      return found;
    },
    async click() {
      await worker.evaluate(async () => {
        const self = globalThis as unknown as WorkerSelf;
        const [notification] = (await self.registration.getNotifications()).toReversed();
        if (!self.opened) {
          const opened: string[] = [];
          Object.assign(self, { opened });
          self.clients.openWindow = async (url) => void opened.push(url);
        }
        self.dispatchEvent(new self.NotificationEvent('notificationclick', { notification }));
      });
    },
    opened: () => worker.evaluate(() => (globalThis as unknown as WorkerSelf).opened ?? []),
    async left() {
      await until('no page of ours', () =>
        worker.evaluate(
          async () =>
            (await (globalThis as unknown as WorkerSelf).clients.matchAll({ type: 'window', includeUncontrolled: true })).length === 0,
        ),
      );
    },
  };
}

/** What a browser's push service gives out: its JSON, as PushSubscription has it. */
interface Subscribed {
  readonly endpoint: string;
  readonly keys: { readonly p256dh: string; readonly auth: string };
}

/**
 * Puts a push service in place of the browser's own, which reaches out to its maker: only that; permission, worker and everything after are real.
 * @param subscribe gives out a subscription for the server's key, base64url
 */
export async function replacePushService(context: BrowserContext, subscribe: (key: string) => Subscribed): Promise<void> {
  await context.exposeFunction('subscribeAtTestService', subscribe);
  await context.addInitScript(() => {
    const bytes = (text: string): ArrayBuffer =>
      Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0)).buffer;
    const text = (key: BufferSource): string =>
      btoa(String.fromCharCode(...new Uint8Array(key instanceof ArrayBuffer ? key : key.buffer)))
        .replaceAll('+', '-')
        .replaceAll('/', '_')
        .replace(/=+$/, '');
    const stored = 'test:push-subscription';
    const asSubscription = ({ endpoint, keys, key }: Subscribed & { key: string }): object => ({
      endpoint,
      options: { applicationServerKey: bytes(key), userVisibleOnly: true },
      getKey: (name: 'p256dh' | 'auth') => bytes(keys[name]),
      unsubscribe: async () => (localStorage.removeItem(stored), true),
    });
    Object.assign(PushManager.prototype, {
      getSubscription: async () => {
        const known = localStorage.getItem(stored);
        return known === null ? null : asSubscription(JSON.parse(known));
      },
      subscribe: async ({ applicationServerKey }: { applicationServerKey: BufferSource }) => {
        const key = text(applicationServerKey);
        const { subscribeAtTestService } = globalThis as unknown as { subscribeAtTestService(key: string): Promise<Subscribed> };
        const made = { ...(await subscribeAtTestService(key)), key };
        localStorage.setItem(stored, JSON.stringify(made));
        return asSubscription(made);
      },
    });
  });
}
