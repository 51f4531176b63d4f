export interface StoredSize {
  readonly startAt: number;
  readonly size: number;
}

/**
 * Which recordings have to go so that there is room: the oldest first, and no more than needed.
 * @param missing bytes; nothing goes while there are none
 */
export function toOverwrite<Video extends StoredSize>(videos: readonly Video[], missing: number): Video[] {
  const gone: Video[] = [];
  let left = missing;
  for (const video of videos.toSorted((a, b) => a.startAt - b.startAt)) {
    if (left <= 0) break;
    gone.push(video);
    left -= video.size;
  }
  return gone;
}
