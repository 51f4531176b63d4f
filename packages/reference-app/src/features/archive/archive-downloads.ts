import { systemClock, WatchpostError } from '@watchpost/sdk-core';
import type { ArchiveClip, Client, ClipProgress, ClockPort, KeptClip, SignedClipManifest, TimeRange } from '@watchpost/sdk-core';
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

/** What has come of a download: another try goes on from here. */
interface Gathered {
  /** Bytes; null when the server does not tell, undefined until it was asked. */
  size: number | null | undefined;
  loaded: number;
  readonly kept: KeptClip;
  clip: ArchiveClip | null;
  manifest: SignedClipManifest | null;
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
  const made = new Map<number, Gathered>();
  let count = 0;
  const set = (id: number, state: DownloadState): void => change(list.map((each) => (each.id === id ? { ...each, state } : each)));

  async function run(id: number, { cameraId, range, withManifest }: ClipOrder, gathered: Gathered): Promise<void> {
    const life = new AbortController();
    const { signal } = life;
    lives.set(id, life);
    let samples: readonly Sample[] = [];
    try {
      gathered.size ??= await sizeOf(cameraId, range, signal);
      const { size } = gathered;
      if (size !== null && size > largestInMemory) {
        save(archive.clipUrl(cameraId, range), '');
        if (withManifest) save(archive.clipManifestUrl(cameraId, range), '');
        return finish(id, { kind: 'handed-over' });
      }
      set(id, { kind: 'running', loaded: gathered.loaded, total: size, rate: null });
      const onProgress = ({ loaded, total }: ClipProgress): void => {
        gathered.loaded = loaded;
        samples = keepSamples(samples, { at: clock.monotonic(), loaded });
        set(id, { kind: 'running', loaded, total: total ?? size, rate: rateOf(samples) });
      };
      const [clip, manifest] = await Promise.all([
        gathered.clip ?? archive.clip(cameraId, range, { signal, onProgress, kept: gathered.kept }).then((loaded) => (gathered.clip = loaded)),
        withManifest ? (gathered.manifest ?? archive.clipManifest(cameraId, range, { signal }).then((signed) => (gathered.manifest = signed))) : null,
      ]);
      if (signal.aborted) return;
      save(clip.file, clip.name);
      if (manifest) save(new Blob([`${JSON.stringify(manifest, null, 2)}\n`], { type: 'application/json' }), clip.name.replace(/mp4$/, 'json'));
      finish(id, { kind: 'done' });
    } catch (error) {
      if (signal.aborted) return;
      set(id, { kind: 'failed', code: error instanceof WatchpostError ? error.code : 'network' });
      // Where the manifest failed, the clip is still on its way: it keeps what has come.
      life.abort();
    } finally {
      if (lives.get(id) === life) lives.delete(id);
    }
  }
  const finish = (id: number, state: DownloadState): void => {
    made.delete(id);
    set(id, state);
  };
  const begin = (id: number, order: ClipOrder): void => {
    const gathered = made.get(id) ?? { size: undefined, loaded: 0, kept: {}, clip: null, manifest: null };
    made.set(id, gathered);
    set(id, { kind: 'running', loaded: gathered.loaded, total: gathered.size ?? null, rate: null });
    void run(id, order, gathered);
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
      made.delete(id);
      change(list.filter((each) => each.id !== id));
    },
  };
}
