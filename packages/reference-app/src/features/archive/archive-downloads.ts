import { systemClock, WatchpostError } from '@watchpost/sdk-core';
import type { ArchiveClip, Client, ClockPort, SignedClipManifest, TimeRange } from '@watchpost/sdk-core';
import { keepSamples, largestInMemory, rateOf } from './archive-download-model.ts';
import type { DownloadState, Sample } from './archive-download-model.ts';

export interface ClipOrder {
  readonly cameraId: string;
  /** What it is called in the list of downloads. */
  readonly name: string;
  readonly range: TimeRange;
  readonly withManifest: boolean;
}

export interface Download {
  readonly id: number;
  readonly order: ClipOrder;
  readonly state: DownloadState;
}

export interface DownloadsDeps {
  readonly archive: Pick<Client['archive'], 'clip' | 'clipManifest' | 'clipUrl' | 'clipManifestUrl'>;
  /** Gives a file to the person. */
  readonly save: (file: Blob | string, name: string) => void;
  /** Bytes of the clip, before it is loaded. */
  readonly sizeOf: (cameraId: string, range: TimeRange, signal: AbortSignal) => Promise<number | null>;
  readonly clock?: Pick<ClockPort, 'monotonic'>;
}

export interface Downloads {
  /** The newest last. */
  readonly list: { peek(): readonly Download[]; subscribe(listener: (list: readonly Download[]) => void): () => void };
  start(order: ClipOrder): void;
  retry(id: number): void;
  /** Ends it when it runs, and forgets it. */
  remove(id: number): void;
}

/** Clips on their way to the person's disk. They belong to no screen: whoever goes elsewhere finds them again. */
export function createDownloads({ archive, save, sizeOf, clock = systemClock }: DownloadsDeps): Downloads {
  let list: readonly Download[] = [];
  const listeners = new Set<(list: readonly Download[]) => void>();
  const change = (next: readonly Download[]): void => {
    list = next;
    for (const listener of listeners) listener(next);
  };
  const lives = new Map<number, AbortController>();
  let count = 0;
  const set = (id: number, state: DownloadState): void => change(list.map((each) => (each.id === id ? { ...each, state } : each)));

  async function run(id: number, { cameraId, range, withManifest }: ClipOrder): Promise<void> {
    const life = new AbortController();
    lives.set(id, life);
    let samples: readonly Sample[] = [];
    try {
      const size = await sizeOf(cameraId, range, life.signal);
      if (size !== null && size > largestInMemory) {
        save(archive.clipUrl(cameraId, range), '');
        if (withManifest) save(archive.clipManifestUrl(cameraId, range), '');
        return set(id, { kind: 'handed-over' });
      }
      set(id, { kind: 'running', loaded: 0, total: size, rate: null });
      const [clip, manifest]: [ArchiveClip, SignedClipManifest | null] = await Promise.all([
        archive.clip(cameraId, range, {
          signal: life.signal,
          onProgress({ loaded, total }) {
            samples = keepSamples(samples, { at: clock.monotonic(), loaded });
            set(id, { kind: 'running', loaded, total: total ?? size, rate: rateOf(samples) });
          },
        }),
        withManifest ? archive.clipManifest(cameraId, range, { signal: life.signal }) : null,
      ]);
      if (life.signal.aborted) return;
      save(clip.file, clip.name);
      if (manifest) save(new Blob([`${JSON.stringify(manifest, null, 2)}\n`], { type: 'application/json' }), clip.name.replace(/mp4$/, 'json'));
      set(id, { kind: 'done' });
    } catch (error) {
      if (!life.signal.aborted) set(id, { kind: 'failed', code: error instanceof WatchpostError ? error.code : 'network' });
    } finally {
      lives.delete(id);
    }
  }
  const begin = (id: number, order: ClipOrder): void => {
    set(id, { kind: 'running', loaded: 0, total: null, rate: null });
    void run(id, order);
  };
  return {
    list: {
      peek: () => list,
      subscribe(listener) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
    start(order) {
      count += 1;
      change([...list, { id: count, order, state: { kind: 'running', loaded: 0, total: null, rate: null } }]);
      begin(count, order);
    },
    retry(id) {
      const found = list.find((each) => each.id === id);
      if (found?.state.kind === 'failed') begin(id, found.order);
    },
    remove(id) {
      lives.get(id)?.abort();
      change(list.filter((each) => each.id !== id));
    },
  };
}
