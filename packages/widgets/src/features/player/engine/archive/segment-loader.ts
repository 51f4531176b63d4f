import type { ArchiveSegment, ViewerClient } from '@watchpost/sdk-core';
import { splitSegment, type OwnSegment } from './archive-frames.ts';

interface LoadedSegment {
  readonly init: Uint8Array<ArrayBuffer>;
  readonly media: Uint8Array<ArrayBuffer>;
}

export interface SegmentLoader {
  load(segment: ArchiveSegment, following: readonly ArchiveSegment[]): Promise<LoadedSegment>;
  /** Loads the segment that shows a moment (Unix ms), whose name is not known yet, with its init section; null if nothing does. */
  loadAt(cameraId: string, moment: number): Promise<OwnSegment | null>;
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
      const loaded = { init: new Uint8Array(await init), media: new Uint8Array(await media) };
      medias.delete(segment.url);
      return loaded;
    },
    async loadAt(cameraId, moment) {
      const { signal } = life;
      // It is beside the pictures, as everything that playlists name.
      const url = new URL(`at-${Math.round(moment)}.m4s`, client.archive.snapshotUrl(cameraId, moment)).href;
      try {
        return splitSegment(new Uint8Array(await client.archive.media(url, { signal })));
      } catch {
        return null;
      }
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
