import { createMemoryStorage } from '../kernel/memory-ports.ts';
import type { CrossTabPort, LocksPort, StoragePort } from '../kernel/ports.ts';

/** Storage and locks that the tabs of one origin share; each tab has its own cross-tab port. */
export interface FakeTabs {
  readonly storage: StoragePort;
  readonly locks: LocksPort;
  /** One per tab: an announcement reaches all other tabs. */
  openTab(): CrossTabPort;
}

/** Creates the shared part of several tabs: pass it to the client of each. */
export function createFakeTabs(): FakeTabs {
  const listeners = new Set<{ readonly tab: object; readonly call: (key: string) => void }>();
  return {
    storage: createMemoryStorage(),
    locks: createFakeLocks(),
    openTab() {
      const tab = {};
      return {
        announce(key) {
          for (const listener of [...listeners]) if (listener.tab !== tab) queueMicrotask(() => listener.call(key));
        },
        subscribe(call) {
          const entry = { tab, call };
          listeners.add(entry);
          return () => void listeners.delete(entry);
        },
      };
    },
  };
}

/** Granted in order of arrival, like Web Locks; an abort while waiting rejects. */
export function createFakeLocks(): LocksPort {
  const tails = new Map<string, Promise<void>>();
  return {
    async run(name, signal, work) {
      const before = tails.get(name) ?? Promise.resolve();
      let release = (): void => {};
      const mine = new Promise<void>((resolve) => (release = resolve));
      tails.set(
        name,
        before.then(() => mine),
      );
      const aborted = new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }));
      try {
        await Promise.race([before, aborted]);
        return await work();
      } finally {
        release();
      }
    },
  };
}
