import { WatchpostError, type ArchiveSegment, type ViewerClient } from '@watchpost/sdk-core';
import type { PlayerGap } from '../transport-names.ts';
import { mergeSegments, segmentAt, segmentEnd } from './archive-plan.ts';

const windowBeforeMs = 30_000;
const windowAheadMs = 600_000;
/** The index may still grow for segments newer than this. */
const settledAfterMs = 15_000;
/** Length of the first search window after an empty range; each next one is longer by this factor: a month takes four requests, and no response covers a month. */
const firstSearchMs = 6 * 3_600_000;
const searchGrowth = 5;
/** A gap that began even earlier is shown from there. */
const lastLook = firstSearchMs * searchGrowth ** 3;

export interface ArchiveIndex {
  /** Whether the segments at a moment (Unix ms) have been read. */
  knows(time: number): boolean;
  /**
   * The segment at the moment, or the first one after it.
   * @param time Unix milliseconds
   * @returns null if nothing was recorded from then to now
   */
  find(time: number, signal: AbortSignal): Promise<ArchiveSegment | null>;
  /** The known segments after this one. */
  following(segment: ArchiveSegment, count: number): readonly ArchiveSegment[];
  /** The gap at a moment, up to `end` (Unix ms), with its reason. */
  gapAt(time: number, end: number, signal: AbortSignal): Promise<PlayerGap | null>;
}

/** The camera's recorded segments, read in windows of ten minutes and cached. The size of a request never grows with the archive. */
export function createArchiveIndex(client: ViewerClient, cameraId: string, serverNow: () => number): ArchiveIndex {
  let segments: ArchiveSegment[] = [];
  let known: { from: number; to: number } | null = null;

  async function readWindow(time: number, signal: AbortSignal): Promise<void> {
    const range = { from: Math.round(time - windowBeforeMs), to: Math.round(time + windowAheadMs) };
    const found = await client.archive.playlist(cameraId, range, { signal }).then(
      (playlist) => playlist.segments,
      // The server has no playlist for a window that lies within a gap.
      (error: unknown) => (error instanceof WatchpostError && error.code === 'no-footage' ? [] : Promise.reject(error)),
    );
    const to = Math.min(range.to, serverNow() - settledAfterMs);
    if (known && range.from <= known.to && range.to >= known.from) {
      segments = mergeSegments(segments, found);
      known = { from: Math.min(known.from, range.from), to: Math.max(known.to, to) };
    } else {
      segments = [...found];
      known = { from: range.from, to: Math.max(range.from, to) };
    }
  }
  /** The start of the next recording after a moment; null without one. */
  async function nextRecording(time: number, signal: AbortSignal): Promise<number | null> {
    const now = Math.round(serverNow());
    let length = firstSearchMs;
    for (let from = Math.round(time); from < now; length *= searchGrowth) {
      const to = Math.min(now, from + length);
      const { recordings } = await client.archive.footage(cameraId, { from, to }, { signal });
      const next = recordings.find((recording) => recording.to > time + 1);
      if (next) return Math.max(time, next.from);
      from = to;
    }
    return null;
  }
  const inside = (moment: number): boolean => known !== null && moment >= known.from && moment < known.to;
  return {
    knows: inside,
    async find(time, signal) {
      const remembered = inside(time) ? segmentAt(segments, time) : null;
      // A cached segment after a hole is right only if the whole hole is in the known range.
      if (remembered && (remembered.startMs <= time || inside(remembered.startMs))) return remembered;
      await readWindow(time, signal);
      const found = segmentAt(segments, time);
      if (found || time + windowAheadMs >= serverNow()) return found;
      const start = await nextRecording(time, signal);
      if (start === null) return null;
      await readWindow(start, signal);
      const later = segmentAt(segments, start);
      return later && segmentEnd(later) > time ? later : null;
    },
    following(segment, count) {
      const at = segments.findIndex(({ startMs }) => startMs === segment.startMs);
      return at < 0 ? [] : segments.slice(at + 1, at + 1 + count);
    },
    async gapAt(time, end, signal) {
      for (let length = firstSearchMs; ; length *= searchGrowth) {
        const range = { from: Math.floor(time - length), to: Math.ceil(end) + 1 };
        const { gaps } = await client.archive.footage(cameraId, range, { signal });
        const gap = gaps.find(({ from, to }) => from <= time && to > time) ?? null;
        // The server clips gaps to the requested range: this one may have begun earlier.
        if (!gap || gap.from > range.from || length >= lastLook) return gap;
      }
    },
  };
}
