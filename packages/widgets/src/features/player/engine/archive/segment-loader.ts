import type { ArchiveSegment, ViewerClient } from '@watchpost/sdk-core';

interface LoadedSegment {
  readonly init: ArrayBuffer;
  readonly media: ArrayBuffer;
}

export interface SegmentLoader {
  load(segment: ArchiveSegment, following: readonly ArchiveSegment[]): Promise<LoadedSegment>;
  /** Aborts all pending requests. */
  abort(): void;
  dispose(): void;
}

/** Loads segments with their init sections, the next ones in parallel with the requested one. */
export function createSegmentLoader(client: ViewerClient): SegmentLoader {
  const inits = new Map<string, Promise<ArrayBuffer>>();
  const medias = new Map<string, Promise<ArrayBuffer>>();
  let life = new AbortController();

  function remembered(map: Map<string, Promise<ArrayBuffer>>, url: string, signal?: AbortSignal): Promise<ArrayBuffer> {
    const found = map.get(url);
    if (found) return found;
    const started = client.archive.media(url, signal ? { signal } : {});
    map.set(url, started);
    started.catch(() => map.get(url) === started && map.delete(url));
    return started;
  }
  return {
    async load(segment, following) {
      const { signal } = life;
      const init = remembered(inits, segment.initUrl);
      const media = remembered(medias, segment.url, signal);
      for (const next of following) void remembered(medias, next.url, signal);
      const loaded = { init: await init, media: await media };
      medias.delete(segment.url);
      return loaded;
    },
    abort() {
      life.abort();
      life = new AbortController();
      medias.clear();
    },
    dispose() {
      life.abort();
      inits.clear();
      medias.clear();
    },
  };
}
