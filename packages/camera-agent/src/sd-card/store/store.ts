import type { SdCardVideoPage } from '@watchpost/contract/schemas/sd-card';
import { rm, statfs } from 'node:fs/promises';
import type { FrameTracks } from '../../link/kept-frames.ts';
import { finishedPath, readVideos, removeFiles, videosFolder, type StoredVideo } from './store-files.ts';
import { toOverwrite } from './store-space.ts';
import { createVideoFile, type VideoFile } from './store-video.ts';

/** The recordings of a card. */
export interface Store {
  /** Bytes. */
  memory(): Promise<{ readonly used: number; readonly total: number }>;
  /** Lists recordings, newest first. @param before only those that start earlier, Unix ms */
  list(before: number | null, limit: number): SdCardVideoPage;
  /** `recording`: it is still in progress. */
  find(id: string): { readonly path: string; readonly video: StoredVideo } | 'recording' | null;
  /** Starts a recording. @param startAt Unix ms of its first frame @param base its decode time, s */
  begin(tracks: FrameTracks, startAt: number, base: number): VideoFile;
  /** Deletes all recordings; requires that none is in progress. @param progress 0 to 1 */
  erase(signal: AbortSignal, progress: (fraction: number) => void): Promise<void>;
  readonly maxVideoBytes: number;
}

export interface StoreOptions {
  /** The card's folder. */
  readonly card: string;
  /** Quota on the card, in bytes. */
  readonly quota: number;
  /** The card is no longer writable. */
  readonly onFailure: (error: unknown) => void;
  readonly onProblem: (problem: string) => void;
}

/** Limits a recording's size, so that overwriting the oldest one removes only a small part of the archive. */
const minVideosOnCard = 8;

export async function openStore({ card, quota, onFailure, onProblem }: StoreOptions): Promise<Store> {
  const videos = new Map((await readVideos(card, onProblem)).map((video) => [String(video.startAt), video]));
  const open = new Map<string, VideoFile>();
  const finished = (): number => [...videos.values()].reduce((sum, { size }) => sum + size, 0);
  const written = (): number => [...open.values()].reduce((sum, file) => sum + file.written, finished());
  const wanted = (): number => [...open.values()].reduce((sum, { bytes }) => sum + bytes, finished());
  const capacity = async (): Promise<number> => {
    const { bavail, bsize } = await statfs(card);
    return Math.min(quota, written() + bavail * bsize);
  };
  const makeRoom = async (): Promise<void> => {
    const total = await capacity();
    for (const video of toOverwrite([...videos.values()], wanted() - total)) {
      await rm(finishedPath(card, video), { force: true });
      videos.delete(String(video.startAt));
    }
  };

  return {
    maxVideoBytes: Math.floor(quota / minVideosOnCard),
    memory: async () => ({ used: written(), total: await capacity() }),
    list: (before, limit) => {
      const all = [
        ...[...open.values()].map(({ startAt, written: size }) => ({ id: String(startAt), startAt, endAt: null, size })),
        ...[...videos].map(([id, video]) => ({ id, ...video })),
      ];
      const found = all.filter(({ startAt }) => before === null || startAt < before).toSorted((a, b) => b.startAt - a.startAt);
      const page = found.slice(0, limit);
      return { videos: page, next: found.length > limit ? (page.at(-1)?.startAt ?? null) : null };
    },
    find: (id) => {
      if (open.has(id)) return 'recording';
      const video = videos.get(id);
      return video ? { video, path: finishedPath(card, video) } : null;
    },
    begin: (tracks, requestedStartAt, base) => {
      let startAt = requestedStartAt;
      // After a clock was set back, a name may be in use.
      while (open.has(String(startAt)) || videos.has(String(startAt))) startAt += 1;
      const id = String(startAt);
      const file = createVideoFile({
        card,
        tracks,
        startAt,
        base,
        makeRoom,
        onFailure,
        onFinished: (video) => {
          open.delete(id);
          if (video) videos.set(id, video);
        },
      });
      open.set(id, file);
      return file;
    },
    erase: async (signal, progress) => {
      try {
        await removeFiles(videosFolder(card), signal, progress);
      } finally {
        // Read again what remains after a failure.
        videos.clear();
        for (const video of await readVideos(card, onProblem).catch(() => [])) videos.set(String(video.startAt), video);
      }
    },
  };
}
