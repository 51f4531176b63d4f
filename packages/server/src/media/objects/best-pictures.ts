import type { Track } from './tracking/object-tracker.ts';

/** Keeps the picture that shows each object best, while it is followed. */
export interface BestPictures {
  /** @param tracks those that a picture shows @param at when it was taken, Unix ms @param video makes it */
  update(tracks: readonly Track[], at: number, video: () => Uint8Array): void;
  /** Returns the best picture of an object that was seen. */
  of(trackId: number): Uint8Array;
}

/** @param isTracked whether an object can still be followed */
export function createBestPictures(isTracked: (trackId: number) => boolean): BestPictures {
  const videos = new Map<number, () => Uint8Array>();
  return {
    update: (tracks, at, video) => {
      for (const id of videos.keys()) if (!isTracked(id)) videos.delete(id);
      for (const { id, best } of tracks) if (best.at === at || !videos.has(id)) videos.set(id, video);
    },
    of: (trackId) => videos.get(trackId)?.() ?? new Uint8Array(),
  };
}
