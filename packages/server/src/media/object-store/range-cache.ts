import type { ObjectStore } from './port.ts';

/** A part of an object that never changes. */
interface ObjectPart {
  readonly key: string;
  /** First byte. */
  readonly start: number;
  readonly length: number;
}

/** Keeps what viewers read in memory, up to a limit, and fetches each part once for all who ask at the same time. */
export interface RangeCache {
  read(part: ObjectPart): Promise<Uint8Array>;
  /** Bytes that are kept. */
  readonly bytes: number;
}

/** Reads parts through a cache of at most `maxBytes`; a part that is larger than a quarter of that is not kept. */
export function createRangeCache(objects: Pick<ObjectStore, 'read'>, maxBytes: number): RangeCache {
  const kept = new Map<string, Uint8Array>();
  const running = new Map<string, Promise<Uint8Array>>();
  let bytes = 0;

  const keep = (name: string, part: Uint8Array): void => {
    if (part.byteLength > maxBytes / 4) return;
    kept.set(name, part);
    bytes += part.byteLength;
    for (const [oldest, { byteLength }] of kept) {
      if (bytes <= maxBytes) return;
      kept.delete(oldest);
      bytes -= byteLength;
    }
  };

  return {
    get bytes() {
      return bytes;
    },
    read: ({ key, start, length }) => {
      const name = `${key} ${start} ${length}`;
      const known = kept.get(name);
      if (known) {
        // Moves to the end: what was not read for longest goes first.
        kept.delete(name);
        kept.set(name, known);
        return Promise.resolve(known);
      }
      const started = running.get(name);
      if (started) return started;
      // Without a viewer's signal: others may wait for the same part. The driver has a limit of its own.
      const fetched = objects
        .read(key, { start, end: start + length - 1 })
        .then((part) => {
          keep(name, part);
          return part;
        })
        .finally(() => running.delete(name));
      running.set(name, fetched);
      return fetched;
    },
  };
}
