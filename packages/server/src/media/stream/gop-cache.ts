import type { Sample } from '../media-types.ts';

/** A sample with its fragment, which is made when the first viewer needs it. */
export interface CachedSample {
  readonly sample: Sample;
  readonly fragment: () => Uint8Array;
}

/** The running group of pictures, so that a new viewer starts at once. */
export interface GopCache {
  add(entry: CachedSample): void;
  clear(): void;
  readonly entries: readonly CachedSample[];
}

/** Beyond these bounds it stays empty until the next key frame: a camera with an endless group of pictures costs no memory. */
export function createGopCache(limits: { readonly bytes: number; readonly samples: number } = { bytes: 8_000_000, samples: 3000 }): GopCache {
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
