import { createMemoryStorage, noLocks } from '../kernel/memory-ports.ts';
import type { CrossTabPort, LocksPort, NetworkPort, StoragePort } from '../kernel/ports.ts';

const product = 'watchpost:';

/**
 * `localStorage` under `watchpost:`. If the browser refuses it (blocked site data, no space), the session lives as long as the page.
 * @param folder the server's path on its origin, `cams/`: two servers of one origin don't share a session; empty at the root
 */
export function createLocalStorage(folder = ''): StoragePort {
  const prefix = product + folder;
  const memory = createMemoryStorage();
  const attempt = <T>(use: () => T, otherwise: () => T): T => {
    try {
      return use();
    } catch {
      return otherwise();
    }
  };
  return {
    get: (key) =>
      memory.get(key) ??
      attempt(
        () => localStorage.getItem(prefix + key),
        () => null,
      ),
    set: (key, value) =>
      attempt(
        () => {
          localStorage.setItem(prefix + key, value);
          memory.remove(key);
        },
        () => memory.set(key, value),
      ),
    remove: (key) => {
      memory.remove(key);
      attempt(
        () => localStorage.removeItem(prefix + key),
        () => {},
      );
    },
  };
}

/** Web Locks. Pages over plain http (a server in the local network) lack them; the server's grace period makes up for that. */
export function createWebLocks(): LocksPort {
  if (!('locks' in navigator)) return noLocks;
  return {
    run: async (name, signal, work) => navigator.locks.request(product + name, { signal }, work),
  };
}

/**
 * Storage events rather than a BroadcastChannel: an event arrives when the new value can be read here,
 * a channel's message may overtake the value. The platform sends storage events to the other tabs without our help.
 * @param folder as of `createLocalStorage`
 */
export function createStorageEvents(folder = ''): CrossTabPort {
  const prefix = product + folder;
  return {
    announce() {},
    subscribe(listener) {
      const onStorage = (event: StorageEvent): void => {
        if (event.key === null) listener('session');
        else if (event.key.startsWith(prefix)) listener(event.key.slice(prefix.length));
      };
      addEventListener('storage', onStorage);
      return () => removeEventListener('storage', onStorage);
    },
  };
}

/** Creates the browser's network hints: `online` and `offline` events. */
export function createNetworkHints(): NetworkPort {
  return {
    isOnline: () => navigator.onLine,
    subscribe(listener) {
      const online = (): void => listener(true);
      const offline = (): void => listener(false);
      addEventListener('online', online);
      addEventListener('offline', offline);
      return () => {
        removeEventListener('online', online);
        removeEventListener('offline', offline);
      };
    },
  };
}

export function readCookie(name: string): string | null {
  const entry = document.cookie.split('; ').find((item) => item.startsWith(`${name}=`));
  return entry === undefined ? null : decodeURIComponent(entry.slice(name.length + 1));
}

/** Returns the browser's languages, best first. */
export function browserLanguages(): readonly string[] {
  return navigator.languages;
}
