/** Admits one holder at a time, in the order of the requests. */
export interface Mutex {
  /** Waits for its turn; the result releases the mutex. */
  acquire(): Promise<() => void>;
}

export function createMutex(): Mutex {
  let tail: Promise<void> = Promise.resolve();
  return {
    acquire: async () => {
      const previous = tail;
      const { promise, resolve } = Promise.withResolvers<void>();
      tail = promise;
      await previous;
      return resolve;
    },
  };
}
