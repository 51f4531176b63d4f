import { expect, test } from 'vitest';
import type { Track } from './object-tracker.ts';
import { createZoneStays } from './zone-stays.ts';

const points = [
  { x: 0.4, y: 0 },
  { x: 0.6, y: 0 },
  { x: 0.6, y: 1 },
  { x: 0.4, y: 1 },
];

function trackAt(x: number): Track {
  const box = { x: x - 0.05, y: 0.2, width: 0.1, height: 0.3 };
  return {
    ...{ id: 1, objectClass: 'human', box, score: 0.8, scores: [0.8, 0.8, 0.8], seenAt: 0, travel: 1, restsSince: 0, movedPictures: 5 },
    best: { at: 0, score: 0.8, box },
  };
}

/** Looks at someone every 400 ms. */
function setUp({ dwellMs = 0, isTrue = () => true }: { dwellMs?: number; isTrue?: (step: number) => boolean } = {}) {
  const stays = createZoneStays();
  const reports: string[] = [];
  let pictures = 0;
  return {
    stays,
    reports,
    walk: (...path: readonly number[]) => {
      for (const [step, x] of path.entries())
        stays.look({
          ...{ key: 'gate', points, track: trackAt(x), isTrue: isTrue(step), at: step * 400, dwellMs },
          picture: () => Uint8Array.of((pictures += 1)),
          report: (kind, since, picture) => {
            if (picture().length > 0) reports.push(`${kind} ${since}`);
          },
        });
    },
  };
}

test.each<[string, readonly number[], readonly string[]]>([
  ['a single look in it is nobody', [0.2, 0.2, 0.5, 0.2, 0.2], []],
  ['nor are several', [0.2, 0.5, 0.2, 0.5, 0.2], []],
  ['an object that is seen twice is in it since the first look', [0.2, 0.5, 0.5, 0.5], ['inside 400', 'inside 1200']],
  ['a single look outside is no step outside', [0.5, 0.5, 0.8, 0.5], ['inside 0', 'inside 1200']],
  ['an object that is seen outside twice has left since the first look', [0.5, 0.5, 0.8, 0.8, 0.8], ['inside 0', 'left 800']],
  ['an object that goes on past a single look went through', [0.2, 0.5, 0.8, 0.9], ['inside 400', 'left 800']],
  ['who comes out of the picture and out of the area at once was not in it', [0.5, 0.8, 0.8], []],
])('%s', (_, path, expected) => {
  const { walk, reports } = setUp();
  walk(...path);
  expect(reports).toEqual(expected);
});

test('a stay of the dwell time counts; one that was not certain at first counts from when it is', () => {
  const long = setUp({ dwellMs: 800 });
  long.walk(0.2, 0.5, 0.5, 0.8, 0.5, 0.5);
  expect(long.reports).toEqual(['inside 1600', 'inside 2000']);
  const unsure = setUp({ isTrue: (step) => step > 1 });
  unsure.walk(0.5, 0.5, 0.5);
  expect(unsure.reports).toEqual(['inside 800']);
});

test('who is lost after a first look on the other side has gone there, and is forgotten', () => {
  for (const [path, expected] of [
    [[0.2, 0.5], ['inside 400']],
    [
      [0.5, 0.5, 0.8],
      ['inside 0', 'left 800'],
    ],
    [[0.2, 0.3], []],
  ] as const) {
    const { stays, walk, reports } = setUp();
    walk(...path);
    stays.forgetLost(() => true);
    stays.forgetLost(() => false);
    stays.forgetLost(() => false);
    expect(reports).toEqual(expected);
  }
});

test('who stops at the first look is looked at again, to be certain; who is waited for, until the dwell time is over', () => {
  const { stays, walk } = setUp();
  walk(0.2);
  expect(stays.isWaiting(0)).toBe(false);
  walk(0.2, 0.5);
  expect([stays.isWaiting(1200), stays.isWaiting(2000)]).toEqual([true, false]);
  const dwelling = setUp({ dwellMs: 5000 });
  dwelling.walk(0.5, 0.5);
  expect([dwelling.stays.isWaiting(4900), dwelling.stays.isWaiting(5100)]).toEqual([true, false]);
  dwelling.stays.clear();
  expect(dwelling.stays.isWaiting(400)).toBe(false);
});
