import type { LocksPort, StoragePort } from './ports.ts';

/** Stores values for the lifetime of the object: the default outside browsers. */
export function createMemoryStorage(): StoragePort {
  const values = new Map<string, string>();
  return {
    get: (key) => values.get(key) ?? null,
    set: (key, value) => void values.set(key, value),
    remove: (key) => void values.delete(key),
  };
}

/** For a client that shares its storage with no other: it never waits. */
export const noLocks: LocksPort = { run: (_name, _signal, work) => work() };
