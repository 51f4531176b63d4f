export interface StoredSize {
  readonly startAt: number;
  readonly size: number;
}

/**
 * Selects the recordings to delete for the missing space: the oldest first, and no more than needed.
 * @param missing bytes; nothing is selected at 0 or less
 */
export function toOverwrite<Video extends StoredSize>(videos: readonly Video[], missing: number): Video[] {
  const removed: Video[] = [];
  let left = missing;
  for (const video of videos.toSorted((a, b) => a.startAt - b.startAt)) {
    if (left <= 0) break;
    removed.push(video);
    left -= video.size;
  }
  return removed;
}
