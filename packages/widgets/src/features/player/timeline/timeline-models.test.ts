import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { clipKey, firstClip, maxClipMs, moveClip, moveClipEdge, minClipMs } from './timeline-clip.ts';
import { barsPath, clusterEvents, inWindow, partsPath } from './timeline-layout.ts';
import type { TimelineEvent } from './timeline-layout.ts';
import { edgeTargets, snapTo } from './timeline-snap.ts';

const at = (time: number, more: Partial<TimelineEvent> = {}): TimelineEvent => ({
  id: `e${time}`,
  at: time,
  shape: 'motion',
  isSeen: true,
  label: 'Motion',
  ...more,
});
const moments = fc
  .array(fc.integer({ min: 0, max: 1_000_000 }), { maxLength: 200 })
  .map((times) => times.toSorted((a, b) => a - b).map((time) => at(time)));

describe('clusters', () => {
  test('contain every event once and never overlap, at any zoom', () => {
    fc.assert(
      fc.property(moments, fc.integer({ min: 1, max: 100_000 }), (events, perPixel) => {
        const clusters = clusterEvents(events, perPixel);
        expect(clusters.reduce((sum, { count }) => sum + count, 0)).toBe(events.length);
        for (const [index, cluster] of clusters.entries()) {
          const next = clusters[index + 1];
          if (next) expect((next.from - cluster.from) / perPixel).toBeGreaterThanOrEqual(cluster.count > 1 ? 42 : 18);
        }
      }),
    );
  });
  test('are named by an unseen event; the server’s counts are added', () => {
    const [cluster] = clusterEvents([at(0, { count: 5 }), at(1, { isSeen: false, count: 2 }), at(2)], 10);
    expect(cluster).toMatchObject({ from: 0, to: 2, count: 8, event: { id: 'e1' } });
  });
  test('reduce 10,000 events over 30 days to a few glyphs', () => {
    const events = Array.from({ length: 10_000 }, (_, index) => at(index * 259_200));
    expect(clusterEvents(events, (30 * 86_400_000) / 950).length).toBeLessThan(30);
  });
});

test('returns the events in a window', () => {
  fc.assert(
    fc.property(moments, fc.integer({ min: 0, max: 1_000_000 }), fc.integer({ min: 0, max: 500_000 }), (events, from, length) => {
      const window = { from, to: from + length };
      expect(inWindow(events, (event) => event.at, window)).toEqual(
        events.filter((event) => event.at >= window.from && event.at < window.to),
      );
    }),
  );
});

describe('paths', () => {
  const window = { from: 1000, to: 2000 };
  test('recordings are clipped to the window, joined below half a pixel, and at least a pixel wide', () => {
    expect(
      partsPath(
        [
          { from: 0, to: 1100 },
          { from: 1100.4, to: 1200 },
          { from: 1500, to: 1500.1 },
          { from: 1900, to: 9000 },
          { from: 9000, to: 9100 },
        ],
        window,
        1000,
        36,
      ),
    ).toBe('M0 0H200V36H0zM500 0H501V36H500zM900 0H1000V36H900z');
  });
  test('20,000 short recordings need no more boxes than half the pixels', () => {
    const parts = Array.from({ length: 20_000 }, (_, index) => ({ from: index * 100, to: index * 100 + 60 }));
    expect(partsPath(parts, { from: 0, to: 2_000_000 }, 900, 36).split('z').length).toBeLessThan(600);
  });
  test('bars keep their place and height while the timeline moves', () => {
    const activity = { from: 0, step: 10, levels: Array.from({ length: 400 }, (_, index) => (index % 7) / 7) };
    const heights = (from: number): string[] =>
      [...barsPath(activity, { from, to: from + 1000 }, 500, 36).matchAll(/v(-[\d.]+)/g)].map(([, height]) => height ?? '');
    expect(heights(1000).slice(2, 30)).toEqual(heights(980).slice(3, 31));
    expect(barsPath(activity, { from: 1000, to: 2000 }, 500, 36)).not.toBe('');
    expect(barsPath({ ...activity, levels: [0, 0] }, { from: 0, to: 100 }, 500, 36)).toBe('');
  });
});

describe('snapping', () => {
  test('selects the nearest target in reach; an event wins over an edge', () => {
    const targets = [
      { at: 1000, reach: 8 },
      { at: 1010, reach: 5 },
    ];
    expect(snapTo(targets, 1005, 1)?.at).toBe(1000);
    expect(snapTo(targets, 1009, 1)?.at).toBe(1010);
    expect(snapTo(targets, 1016, 1)).toBeNull();
  });
  test('never moves further than its reach, at any zoom', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ at: fc.integer({ min: 0, max: 1e6 }), reach: fc.constantFrom(5, 8) })),
        fc.integer({ min: 0, max: 1e6 }),
        fc.integer({ min: 1, max: 1e5 }),
        (targets, time, perPixel) => {
          const found = snapTo(targets, time, perPixel);
          if (found) expect(Math.abs(found.at - time)).toBeLessThanOrEqual(found.reach * perPixel);
          else expect(targets.every((target) => Math.abs(target.at - time) > target.reach * perPixel)).toBe(true);
        },
      ),
    );
  });
  test('returns the edges in the window; the growing end is not an edge', () => {
    const edges = edgeTargets(
      [
        { from: 0, to: 10_000 },
        { from: 50_000, to: 99_000 },
      ],
      { from: 5000, to: 100_000 },
      100_000,
    );
    expect(edges.map((edge) => edge.at)).toEqual([0, 9999, 50_000]);
  });
});

describe('clip', () => {
  const bounds = { from: 0, to: 20 * 3_600_000 };
  const clips = fc
    .tuple(fc.integer({ min: 0, max: bounds.to - minClipMs }), fc.integer({ min: minClipMs, max: maxClipMs }))
    .map(([from, length]) => ({ from, to: Math.min(bounds.to, from + length) }));
  test('stays between 1 s and 3 h and inside the recordings, however it is dragged', () => {
    fc.assert(
      fc.property(clips, fc.constantFrom('from' as const, 'to' as const), fc.integer({ min: -1e8, max: 2e8 }), (clip, edge, time) => {
        const next = moveClipEdge(clip, edge, time, bounds);
        expect(next.to - next.from).toBeGreaterThanOrEqual(minClipMs);
        expect(next.to - next.from).toBeLessThanOrEqual(maxClipMs);
        expect(next.from).toBeGreaterThanOrEqual(bounds.from);
        expect(next.to).toBeLessThanOrEqual(bounds.to);
        expect(edge === 'from' ? next.to : next.from).toBe(edge === 'from' ? clip.to : clip.from);
        const moved = moveClip(clip, time, bounds);
        expect(moved.to - moved.from).toBe(clip.to - clip.from);
        expect(moved.from >= bounds.from && moved.to <= bounds.to).toBe(true);
      }),
    );
  });
  test('starts as the minute from the playhead on, or the last one', () => {
    expect(firstClip(5000, bounds)).toEqual({ from: 5000, to: 65_000 });
    expect(firstClip(bounds.to, bounds)).toEqual({ from: bounds.to - 60_000, to: bounds.to });
    expect(firstClip(9000, { from: 0, to: 10_000 })).toEqual({ from: 0, to: 10_000 });
  });
  test('keys move an edge by a second, ten, or a minute', () => {
    expect([clipKey('ArrowLeft', false), clipKey('ArrowRight', true), clipKey('PageUp', false), clipKey('x', false)]).toEqual([
      -1000,
      10_000,
      60_000,
      null,
    ]);
  });
});
