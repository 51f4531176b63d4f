import type { Unsubscribe } from './ports.ts';

export interface Emitter<T> {
  emit(value: T): void;
  subscribe(listener: (value: T) => void): Unsubscribe;
}

/** Calls listeners in the order of subscription; one that throws doesn't stop the others. */
export function createEmitter<T>(): Emitter<T> {
  const listeners = new Set<{ readonly call: (value: T) => void }>();
  return {
    emit: (value) => {
      for (const listener of [...listeners]) contain(() => listener.call(value));
    },
    subscribe: (call) => {
      const entry = { call };
      listeners.add(entry);
      return () => void listeners.delete(entry);
    },
  };
}

/** Runs the caller's code. Its exceptions are reported like any uncaught error, and our own state stays consistent. */
export function contain(run: () => void): void {
  try {
    run();
  } catch (error) {
    if (typeof reportError === 'function') reportError(error);
    // Node lacks reportError, and rethrowing later would end the process because a listener failed.
    // oxlint-disable-next-line eslint/no-console
    else console.error(error);
  }
}
