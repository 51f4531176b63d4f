import type { ByteRange } from '../playback/byte-range.ts';

/** An object in a store, without its bytes. */
export interface StoredObject {
  readonly key: string;
  /** Bytes. */
  readonly size: number;
  /** When it was written, Unix ms. */
  readonly changedAt: number;
}

/**
 * Keeps whole objects by key. An object is written once, completely or not at all, and never changed.
 *
 * Every call throws an `AppError`: `not-found` for a missing object, `unavailable` for everything that may work later; its message is
 * for the log, without keys or passwords. A call that its signal ends throws the signal's reason.
 */
export interface ObjectStore {
  /** Resolves when the bytes survive a failure of power (files) or the store has confirmed them (S3). */
  put(key: string, bytes: Uint8Array, signal?: AbortSignal): Promise<void>;
  /** Reads exactly these bytes, both ends included. */
  read(key: string, range: ByteRange, signal?: AbortSignal): Promise<Uint8Array>;
  /** Returns null for a missing object. */
  head(key: string, signal?: AbortSignal): Promise<StoredObject | null>;
  /** Lists the objects whose keys begin with a prefix, in any order. */
  list(prefix: string, signal?: AbortSignal): AsyncIterable<StoredObject>;
  /** Removes any number of objects; those that are missing count as removed. After an error, call again. */
  remove(keys: readonly string[], signal?: AbortSignal): Promise<void>;
}

/**
 * Returns a key unchanged.
 * @throws {TypeError} for what could leave the folder of a store or needs escaping anywhere: parts of word characters, dashes and dots
 */
export function checkKey(key: string): string {
  const isPlain = key.length <= 512 && key.split('/').every((part) => /^[\w-][\w.-]*$/.test(part));
  if (!isPlain) throw new TypeError('A key has parts of letters, digits, _, - and dots, and no part begins with a dot.');
  return key;
}
