import type { Sample } from '../media-types.ts';

/** A sample with its fragment, which is created when the first viewer needs it. */
export interface CachedSample {
  readonly sample: Sample;
  readonly fragment: () => Uint8Array;
}

/** Caches the current group of pictures, so that a new viewer starts immediately. */
export interface GopCache {
  add(entry: CachedSample): void;
  clear(): void;
  readonly entries: readonly CachedSample[];
}

/**
 * Creates a cache that stays empty beyond its limits until the next key frame, so that an endless group of pictures costs no
 * memory. The limits hold 40 s of 2 Mbit/s with audio, the longest key frame interval by which cameras save bytes.
 */
export function createGopCache(
  limits: { readonly bytes: number; readonly samples: number } = { bytes: 12_000_000, samples: 6000 },
): GopCache {
  let entries: CachedSample[] = [];
  let bytes = 0;
  const clear = (): void => {
    entries = [];
    bytes = 0;
  };
  return {
    add: (entry) => {
      const { sample } = entry;
      if (sample.kind === 'video' && sample.keyFrame) clear();
      else if (entries.length === 0) return;
      bytes += sample.data.byteLength;
      if (bytes > limits.bytes || entries.length >= limits.samples) clear();
      else entries.push(entry);
    },
    clear,
    get entries() {
      return entries;
    },
  };
}
