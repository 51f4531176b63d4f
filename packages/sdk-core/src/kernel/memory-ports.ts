import type { LocksPort, StoragePort } from './ports.ts';

/** Keeps values for as long as the object lives: the default outside browsers. */
export function createMemoryStorage(): StoragePort {
  const values = new Map<string, string>();
  return {
    get: (key) => values.get(key) ?? null,
    set: (key, value) => void values.set(key, value),
    remove: (key) => void values.delete(key),
  };
}

/** For a client that shares its storage with nobody: it never has to wait. */
export const noLocks: LocksPort = { run: (_name, _signal, work) => work() };
