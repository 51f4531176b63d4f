import { signal } from '@preact/signals-react';
import type { ReadonlySignal } from '@preact/signals-react';
import { systemClock, WatchpostError } from '@watchpost/sdk-core';
import type { ArchiveClip, Client, ClipProgress, ClockPort, KeptClip, SignedClipManifest, TimeRange } from '@watchpost/sdk-core';
import { keepSamples, maxInMemoryBytes, rateOf, recordedWithin } from './archive-download-model.ts';
import type { DownloadState, Sample } from './archive-download-model.ts';

export interface ClipOrder {
  readonly cameraId: string;
  /** The camera's title. */
  readonly title: string;
  /** Name in the list of downloads. */
  readonly name: string;
  readonly range: TimeRange;
  /** The requested duration, ms; longer than the range if that ends now. */
  readonly requestedMs: number;
  readonly withManifest: boolean;
}

export interface Download {
  readonly id: number;
  readonly order: ClipOrder;
  readonly state: DownloadState;
}

export interface DownloadsDeps {
  readonly archive: Pick<Client['archive'], 'clip' | 'clipManifest' | 'clipUrl' | 'clipManifestUrl' | 'footage'>;
  /** Saves a file to the user's disk. */
  readonly save: (file: Blob | string, name: string) => void;
  /** Returns the clip's size in bytes before it is loaded. */
  readonly sizeOf: (cameraId: string, range: TimeRange, signal: AbortSignal) => Promise<number | null>;
  /** A clip was saved, or the browser saves it. */
  readonly onSaved?: (order: ClipOrder) => void;
  readonly clock?: Pick<ClockPort, 'monotonic'>;
}

export interface Downloads {
  /** All downloads, the newest last. */
  readonly list: ReadonlySignal<readonly Download[]>;
  start(order: ClipOrder): void;
  retry(id: number): void;
  /** Cancels a running download, and removes it from the list. */
  remove(id: number): void;
}

/** What has been loaded so far; a retry continues from here. */
interface Gathered {
  /** Bytes; null when the server does not report it, undefined before the request. */
  size: number | null | undefined;
  /** How much of the range is recorded, ms. */
  recordedMs: number | undefined;
  loaded: number;
  readonly kept: KeptClip;
  clip: ArchiveClip | null;
  manifest: SignedClipManifest | null;
}

/** Creates the list of clip downloads. It belongs to no screen, so users find it again after navigating. */
export function createDownloads({ archive, save, sizeOf, onSaved, clock = systemClock }: DownloadsDeps): Downloads {
  const list = signal<readonly Download[]>([]);
  const lives = new Map<number, AbortController>();
  const made = new Map<number, Gathered>();
  let count = 0;
  const set = (id: number, state: DownloadState): void => {
    list.value = list.peek().map((each) => (each.id === id ? { ...each, state } : each));
  };

  async function run(id: number, order: ClipOrder, gathered: Gathered): Promise<void> {
    const { cameraId, range, withManifest } = order;
    const life = new AbortController();
    const { signal } = life;
    const ended = (kind: 'done' | 'handed-over'): DownloadState => ({ kind, recordedMs: gathered.recordedMs ?? null });
    lives.set(id, life);
    let samples: readonly Sample[] = [];
    try {
      gathered.size ??= await sizeOf(cameraId, range, signal);
      gathered.recordedMs ??= recordedWithin((await archive.footage(cameraId, range, { signal })).recordings, range);
      const { size } = gathered;
      if (size !== null && size > maxInMemoryBytes) {
        save(archive.clipUrl(cameraId, range), '');
        if (withManifest) save(archive.clipManifestUrl(cameraId, range), '');
        onSaved?.(order);
        return finish(id, ended('handed-over'));
      }
      set(id, { kind: 'running', loaded: gathered.loaded, total: size, rate: null });
      const onProgress = ({ loaded, total }: ClipProgress): void => {
        gathered.loaded = loaded;
        samples = keepSamples(samples, { at: clock.monotonic(), loaded });
        set(id, { kind: 'running', loaded, total: total ?? size, rate: rateOf(samples) });
      };
      const [clip, manifest] = await Promise.all([
        gathered.clip ??
          archive.clip(cameraId, range, { signal, onProgress, kept: gathered.kept }).then((loaded) => (gathered.clip = loaded)),
        withManifest
          ? (gathered.manifest ?? archive.clipManifest(cameraId, range, { signal }).then((signed) => (gathered.manifest = signed)))
          : null,
      ]);
      if (signal.aborted) return;
      save(clip.file, clip.name);
      if (manifest)
        save(new Blob([`${JSON.stringify(manifest, null, 2)}\n`], { type: 'application/json' }), clip.name.replace(/mp4$/, 'json'));
      onSaved?.(order);
      finish(id, ended('done'));
    } catch (error) {
      if (signal.aborted) return;
      set(id, { kind: 'failed', code: error instanceof WatchpostError ? error.code : 'network' });
      // When the manifest fails, the clip's request is still running: it is aborted, and its bytes stay for a retry.
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
    const gathered = made.get(id) ?? { size: undefined, recordedMs: undefined, loaded: 0, kept: {}, clip: null, manifest: null };
    made.set(id, gathered);
    set(id, { kind: 'running', loaded: gathered.loaded, total: gathered.size ?? null, rate: null });
    void run(id, order, gathered);
  };
  return {
    list,
    start(order) {
      count += 1;
      list.value = [...list.peek(), { id: count, order, state: { kind: 'running', loaded: 0, total: null, rate: null } }];
      begin(count, order);
    },
    retry(id) {
      const found = list.peek().find((each) => each.id === id);
      if (found?.state.kind === 'failed') begin(id, found.order);
    },
    remove(id) {
      lives.get(id)?.abort();
      made.delete(id);
      list.value = list.peek().filter((each) => each.id !== id);
    },
  };
}
