import { WatchpostError, type ArchiveSegment, type ViewerClient } from '@watchpost/sdk-core';
import { createTestClient } from '@watchpost/sdk-core/testing';
import { describe, expect, test } from 'vitest';
import { createArchiveIndex } from './archive-index.ts';

const now = 1_700_000_000_000;
const day = 86_400_000;
const minute = 60_000;
const signal = new AbortController().signal;

/** A server with recordings that counts its requests. */
function archiveWith(recordings: readonly { from: number; to: number }[]) {
  const asked: { readonly what: string; readonly from: number; readonly to: number; readonly rows: number }[] = [];
  const { client } = createTestClient();
  const overlapping = <T extends { from: number; to: number }>(all: readonly T[], range: { from: number; to: number }): T[] =>
    all.filter(({ from, to }) => to > range.from && from < range.to);
  const gaps = recordings.flatMap(({ to }, index) => {
    const next = recordings[index + 1];
    return next ? [{ from: to, to: next.from, reason: 'offline' as const }] : [];
  });
  const archive: ViewerClient['archive'] = {
    ...client.archive,
    async playlist(_id, { from, to }) {
      const segments: ArchiveSegment[] = [];
      for (const recording of overlapping(recordings, { from, to })) {
        const first = Math.max(0, Math.floor((from - recording.from) / 4_000));
        for (let start = recording.from + first * 4_000; start < Math.min(to, recording.to); start += 4_000)
          segments.push({ startMs: start, durationMs: 4_000, url: `${start}.m4s`, initUrl: 'init.mp4', discontinuity: false });
      }
      asked.push({ what: 'playlist', from, to, rows: segments.length });
      // As on the server, a playlist has at least one segment.
      if (segments.length === 0) throw new WatchpostError('no-footage');
      return { segments };
    },
    async footage(_id, { from, to }) {
      const found = overlapping(recordings, { from, to });
      asked.push({ what: 'footage', from, to, rows: found.length });
      const cut = overlapping(gaps, { from, to }).map((gap) => ({ ...gap, from: Math.max(gap.from, from), to: Math.min(gap.to, to) }));
      return { recordings: found, gaps: cut, oldest: null, newest: null };
    },
  };
  return { asked, index: createArchiveIndex({ ...client, archive }, 'c1', () => now) };
}

describe('in a month of footage', () => {
  const month = [{ from: now - 30 * day, to: now }];

  test('a seek anywhere makes one request for ten minutes, and playing on from there makes none', async () => {
    for (const ago of [30 * day - minute, 12 * day, day, 20 * minute]) {
      const { index, asked } = archiveWith(month);
      const found = await index.find(now - ago, signal);
      expect(found && found.startMs <= now - ago && found.startMs + found.durationMs > now - ago).toBe(true);
      for (let on = 4_000; on < 400_000; on += 4_000) await index.find(now - ago + on, signal);
      expect(asked).toHaveLength(1);
      expect(asked[0]?.rows).toBeLessThan(170);
    }
  });

  test('the following segments are known with it', async () => {
    const { index } = archiveWith(month);
    const found = await index.find(now - day, signal);
    if (!found) throw new Error('nothing was found');
    expect(index.following(found, 3).map(({ startMs }) => startMs - found.startMs)).toEqual([4_000, 8_000, 12_000]);
    expect(index.following({ ...found, startMs: 5 }, 3)).toEqual([]);
  });
});

describe('after an empty range', () => {
  // Motion recording: many short recordings, then none for eleven days, then many again.
  const bursts = (from: number, count: number) =>
    Array.from({ length: count }, (_, index) => ({ from: from + index * minute, to: from + index * minute + 20_000 }));
  const sparse = [...bursts(now - 29 * day, 5_000), ...bursts(now - 12 * day, 5_000)];
  const end = now - 29 * day + 4_999 * minute + 20_000;

  test('finds the next recording with few requests, none of which covers the whole archive', async () => {
    const { index, asked } = archiveWith(sparse);
    const found = await index.find(end + day, signal);
    expect(found?.startMs).toBe(now - 12 * day);
    expect(asked.length).toBeLessThanOrEqual(7);
  });

  test('returns the whole gap with its reason', async () => {
    const { index } = archiveWith(sparse);
    expect(await index.gapAt(end + day, now - 12 * day, signal)).toEqual({ from: end, to: now - 12 * day, reason: 'offline' });
    expect(await index.gapAt(now - 12 * day + 5, now - 12 * day + 10, signal)).toBeNull();
  });

  test('reports the end when no recording follows', async () => {
    const { index, asked } = archiveWith([{ from: now - 30 * day, to: now - 29 * day }]);
    expect(await index.find(now - 28 * day, signal)).toBeNull();
    expect(asked.length).toBeLessThanOrEqual(6);
  });
});
