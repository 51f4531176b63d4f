import { AppError } from '../../kernel/app-error.ts';
import type { ObjectStore } from '../../media/object-store/port.ts';

/** A store in memory that can be away, or die at a chosen step. */
export interface MemoryObjects extends ObjectStore {
  readonly kept: Map<string, Uint8Array>;
  /** Keys in the order in which they were put. */
  readonly puts: { readonly key: string; readonly size: number }[];
  /** Number of reads that reached the store. */
  readonly reads: number;
  isAway: boolean;
}

export function createMemoryObjects(): MemoryObjects {
  const kept = new Map<string, Uint8Array>();
  const puts: { key: string; size: number }[] = [];
  let reads = 0;
  let isAway = false;
  const reach = (signal: AbortSignal | undefined): void => {
    signal?.throwIfAborted();
    if (isAway) throw new AppError('unavailable', { message: 'The store is away.' });
  };
  return {
    kept,
    puts,
    get reads() {
      return reads;
    },
    get isAway() {
      return isAway;
    },
    set isAway(value) {
      isAway = value;
    },
    put: async (key, bytes, signal) => {
      reach(signal);
      kept.set(key, Uint8Array.from(bytes));
      puts.push({ key, size: bytes.byteLength });
    },
    read: async (key, { start, end }, signal) => {
      reach(signal);
      reads += 1;
      const bytes = kept.get(key);
      if (!bytes) throw new AppError('not-found');
      if (end >= bytes.byteLength) throw new AppError('unavailable', { message: 'The object is shorter than expected.' });
      return bytes.slice(start, end + 1);
    },
    head: async (key, signal) => {
      reach(signal);
      const bytes = kept.get(key);
      return bytes ? { key, size: bytes.byteLength, changedAt: 0 } : null;
    },
    async *list(prefix, signal) {
      reach(signal);
      yield* [...kept].filter(([key]) => key.startsWith(prefix)).map(([key, { byteLength }]) => ({ key, size: byteLength, changedAt: 0 }));
    },
    remove: async (keys, signal) => {
      reach(signal);
      for (const key of keys) kept.delete(key);
    },
  };
}
