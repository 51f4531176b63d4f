import type { Unsubscribe } from './ports.ts';

export interface Emitter<T> {
  emit(value: T): void;
  subscribe(listener: (value: T) => void): Unsubscribe;
}

/** Listeners are called in the order of subscription; one that throws stops no other. */
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

/** Runs code that is not ours. What it throws is reported like any uncaught error, and our own state stays whole. */
export function contain(run: () => void): void {
  try {
    run();
  } catch (error) {
    if (typeof reportError === 'function') reportError(error);
    // Node has no reportError, and rethrowing later would end the process of somebody whose listener merely failed.
    // oxlint-disable-next-line eslint/no-console
    else console.error(error);
  }
}
