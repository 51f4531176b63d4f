import type { ArchiveSegment, ViewerClient } from '@watchpost/sdk-core';
import type { PlayerGap } from '../transport-names.ts';
import { mergeSegments, segmentAt, segmentEnd } from './archive-plan.ts';

const before = 30_000;
const ahead = 600_000;
/** Newer than this the index may still grow. */
const settled = 15_000;
/** The first look behind an empty part; each next one is so many times longer: a month takes four, and none answers with a month. */
const firstLook = 6 * 3_600_000;
const lookGrowth = 5;

export interface ArchiveIndex {
  /**
   * The segment that holds the moment, or the first after it.
   * @param time Unix milliseconds
   * @returns null when nothing was recorded from then to now
   */
  find(time: number, signal: AbortSignal): Promise<ArchiveSegment | null>;
  /** The segments after one that are known already. */
  following(segment: ArchiveSegment, count: number): readonly ArchiveSegment[];
  /** The gap around a moment, up to what comes behind it (Unix ms), with its reason. */
  gapAt(time: number, end: number, signal: AbortSignal): Promise<PlayerGap | null>;
}

/** The camera's recorded segments, read in windows of ten minutes and remembered. What is asked for never grows with the archive. */
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
  /** Where recordings go on after a moment; null when they do not. */
  async function nextRecording(time: number, signal: AbortSignal): Promise<number | null> {
    const now = Math.round(serverNow());
    let length = firstLook;
    for (let from = Math.round(time); from < now; length *= lookGrowth) {
      const to = Math.min(now, from + length);
      const { recordings } = await client.archive.footage(cameraId, { from, to }, { signal });
      const next = recordings.find((recording) => recording.to > time + 1);
      if (next) return Math.max(time, next.from);
      from = to;
    }
    return null;
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
      const start = await nextRecording(time, signal);
      if (start === null) return null;
      await read(start, signal);
      const later = segmentAt(segments, start);
      return later && segmentEnd(later) > time ? later : null;
    },
    following(segment, count) {
      const at = segments.findIndex(({ startMs }) => startMs === segment.startMs);
      return at < 0 ? [] : segments.slice(at + 1, at + 1 + count);
    },
    async gapAt(time, end, signal) {
      const { gaps } = await client.archive.footage(cameraId, { from: Math.floor(time) - 1, to: Math.ceil(end) + 1 }, { signal });
      return gaps.find(({ from, to }) => from <= time && to > time) ?? null;
    },
  };
}
