import type { ArchiveSegment, ViewerClient } from '@watchpost/sdk-core';
import { mergeSegments, segmentAt, segmentEnd } from './archive-plan.ts';

const before = 30_000;
const ahead = 600_000;
/** Newer than this the index may still grow. */
const settled = 15_000;

export interface ArchiveIndex {
  /**
   * The segment that holds the moment, or the first after it.
   * @param time Unix milliseconds
   * @returns null when nothing was recorded from then to now
   */
  find(time: number, signal: AbortSignal): Promise<ArchiveSegment | null>;
}

/** The camera's recorded segments, read in windows of ten minutes and remembered. */
export function createArchiveIndex(client: ViewerClient, cameraId: string, serverNow: () => number): ArchiveIndex {
  let segments: ArchiveSegment[] = [];
  let known: { from: number; to: number } | null = null;

  async function read(time: number, signal: AbortSignal): Promise<void> {
    const range = { from: Math.round(time - before), to: Math.round(time + ahead) };
    const playlist = await client.archive.playlist(cameraId, range, { signal });
    const to = Math.min(range.to, serverNow() - settled);
    if (known && range.from <= known.to && range.to >= known.from) {
      segments = mergeSegments(segments, playlist.segments);
      known = { from: Math.min(known.from, range.from), to: Math.max(known.to, to) };
    } else {
      segments = [...playlist.segments];
      known = { from: range.from, to: Math.max(range.from, to) };
    }
  }
  return {
    async find(time, signal) {
      const inside = (moment: number): boolean => known !== null && moment >= known.from && moment < known.to;
      const remembered = inside(time) ? segmentAt(segments, time) : null;
      // A remembered segment after a hole is right only if the hole lies in the known part.
      if (remembered && (remembered.startMs <= time || inside(remembered.startMs))) return remembered;
      await read(time, signal);
      const found = segmentAt(segments, time);
      if (found || time + ahead >= serverNow()) return found;
      const footage = await client.archive.footage(cameraId, { from: Math.round(time), to: Math.round(serverNow()) }, { signal });
      const next = footage.recordings.find((recording) => recording.to > time + 1);
      if (!next) return null;
      const start = Math.max(time, next.from);
      await read(start, signal);
      const later = segmentAt(segments, start);
      return later && segmentEnd(later) > time ? later : null;
    },
  };
}
