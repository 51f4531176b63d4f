import { defaultDetection, isInsidePolygon, type DetectionSettings, type PicturePoint } from '@watchpost/contract/schemas/smart-events';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createObjectRules, isObject, minSizeOf, verdictOf, type Detection } from './object-rules.ts';
import type { Track } from './object-tracker.ts';

const zone = {
  id: 'z1',
  name: 'Gate',
  points: [
    { x: 0.4, y: 0.4 },
    { x: 0.6, y: 0.4 },
    { x: 0.6, y: 0.9 },
    { x: 0.4, y: 0.9 },
  ],
};
const line = { id: 'l1', name: 'Fence', from: { x: 0.5, y: 0.1 }, to: { x: 0.5, y: 0.9 }, direction: 'both' as const };
const on = { isEnabled: true, confidence: 0.4, threshold: 0.5 };
const human = { ...defaultDetection('human'), ...on };
const vehicle = { ...defaultDetection('vehicle'), ...on };
const crossing = { ...defaultDetection('lineCrossing'), ...on, lines: [line] };
const intrusion = { ...defaultDetection('intrusion'), ...on, zones: [zone] };

/** A certain person with this foot. */
function trackAt({ x, y }: PicturePoint, over: Partial<Track> = {}): Track {
  const box = { x: x - 0.05, y: y - 0.3, width: 0.1, height: 0.3 };
  return {
    id: 1,
    objectClass: 'human',
    box,
    score: 0.8,
    scores: [0.8, 0.8, 0.9],
    seenAt: 0,
    travel: 1,
    restsSince: 0,
    movedPictures: 5,
    best: { at: 0, score: 0.9, box },
    ...over,
  };
}

function setUp(...settings: DetectionSettings[]) {
  const seen: Detection[] = [];
  let lastId = 0;
  const gone = new Set<number>();
  const rules = createObjectRules({
    cameraId: 'c1',
    newId: () => `d${(lastId += 1)}`,
    isTracked: (id) => !gone.has(id),
    onDetection: (detection) => seen.push(detection),
  });
  rules.configure(settings);
  const picture = (): Uint8Array => new Uint8Array([1]);
  return {
    rules,
    gone,
    seen,
    see: (at: number, ...tracks: Track[]) => rules.update(tracks, at, picture),
    kinds: () => seen.map((one) => (one.kind === 'began' ? `${one.type} ${one.at} ${one.label}` : `ended ${one.at}`)),
  };
}

test('a person is reported once while there is one, and ends 8 s after the last', () => {
  const { see, kinds, seen } = setUp(human);
  see(1000, trackAt({ x: 0.2, y: 0.5 }));
  see(5000, trackAt({ x: 0.3, y: 0.5 }, { id: 2 }));
  see(12_000);
  expect(kinds()).toEqual(['human 1000 null']);
  expect(seen[0]).not.toHaveProperty('shape');
  see(13_100);
  expect(kinds()).toEqual(['human 1000 null', 'ended 5000']);
  expect(seen[0]).toMatchObject({ cameraId: 'c1', id: 'd1', objectClass: 'human', score: 0.9, picture: new Uint8Array([1]) });
});

test('what stays in view is reported in parts of five minutes', () => {
  const { see, seen } = setUp(human);
  for (let at = 0; at <= 11 * 60_000; at += 5000) see(at, trackAt({ x: 0.2, y: 0.5 }));
  expect(seen.filter(({ kind }) => kind === 'began')).toHaveLength(3);
});

test('uncertain, small, still and other objects don’t count', () => {
  const person = trackAt({ x: 0.5, y: 0.5 });
  const cases: [boolean, Track, DetectionSettings][] = [
    [true, person, human],
    [false, person, vehicle],
    [false, { ...person, objectClass: 'animal' }, human],
    [false, { ...person, scores: [0.9] }, human],
    [true, { ...person, scores: [0.9, 0.55] }, human],
    [false, { ...person, scores: [0.9, 0.45, 0.45] }, human],
    [false, { ...person, scores: [0.9, 0.9, 0.9] }, { ...human, threshold: 0.95 }],
    [false, { ...person, scores: [0, 0, 0] }, { ...human, confidence: 0, threshold: 0 }],
    [false, { ...person, box: { x: 0.1, y: 0.1, width: 0.02, height: 0.05 } }, human],
    [true, { ...person, box: { x: 0.1, y: 0.1, width: 0.02, height: 0.05 } }, { ...human, sensitivity: 10 }],
    [false, { ...person, movedPictures: 1, travel: 0.4 }, human],
    [true, { ...person, movedPictures: 0 }, human],
    // A scarecrow outdoors; someone at a desk.
    [false, { ...person, travel: 0.05 }, human],
    [true, { ...person, travel: 0.05 }, { ...human, scene: 'indoor' }],
    // A parked car that people pass.
    [false, { ...person, objectClass: 'vehicle', travel: 0.1 }, vehicle],
    [true, { ...person, objectClass: 'vehicle', travel: 0.5 }, vehicle],
    [true, { ...person, objectClass: 'vehicle', seenAt: 59_000 }, vehicle],
    [false, { ...person, objectClass: 'vehicle', seenAt: 60_000 }, vehicle],
    [true, { ...person, objectClass: 'vehicle', seenAt: 3_600_000, restsSince: 3_590_000 }, vehicle],
    // Where it may not stand for long, it counts for as long as it stands.
    [true, { ...person, objectClass: 'vehicle', seenAt: 3_600_000 }, intrusion],
    [true, { ...person, seenAt: 3_600_000 }, human],
    [true, { ...person, objectClass: 'vehicle' }, intrusion],
    [false, { ...person, objectClass: 'vehicle' }, { ...intrusion, classes: ['human'] }],
  ];
  for (const [index, [expected, track, settings]] of cases.entries()) expect([index, isObject(track, settings)]).toEqual([index, expected]);
});

test('each step of sensitivity finds smaller objects', () => {
  for (let step = 1; step <= 10; step++) expect(minSizeOf(step)).toBeLessThan(minSizeOf(step - 1));
  expect([minSizeOf(0), minSizeOf(10)].map((size) => Math.round(size * 100) / 100)).toEqual([0.4, 0.03]);
});

test('with zones, only those who stand in one count, and each zone reports them by its name', () => {
  const { see, kinds } = setUp({ ...human, zones: [zone, { ...zone, id: 'z2', name: 'Yard' }] });
  see(0, trackAt({ x: 0.3, y: 0.5 }));
  see(400, trackAt({ x: 0.5, y: 0.5 }));
  see(800, trackAt({ x: 0.5, y: 0.5 }));
  expect(kinds()).toEqual(['human 400 Gate', 'human 400 Yard']);
});

test('an area is entered and left by who is seen there twice', () => {
  const { see, kinds } = setUp({ ...human, zones: [zone] }, { ...intrusion, direction: 'both' });
  for (const [step, x] of [0.2, 0.5, 0.2, 0.5, 0.5, 0.2, 0.5, 0.8, 0.9].entries()) see(step * 400, trackAt({ x, y: 0.5 }));
  expect(kinds()).toEqual(['human 1200 Gate', 'intrusion 1200 Gate', 'intrusion 2800 Gate']);
});

test('who is so near that the picture cuts off their feet stands in an area that reaches its lower edge', () => {
  const points = zone.points.map(({ x, y }) => ({ x, y: y > 0.5 ? 1 : y }));
  const near = trackAt({ x: 0.5, y: 1 }, { box: { x: 0.4, y: 0.25, width: 0.2, height: 0.75 } });
  const { see, kinds, seen } = setUp({ ...intrusion, zones: [{ ...zone, points }] });
  for (const at of [0, 400]) see(at, near);
  expect(kinds()).toEqual(['intrusion 0 Gate']);
  expect(seen[0]).toMatchObject({ shape: points });
  expect(verdictOf(near, { ...human, zones: [{ ...zone, points }] })).toBe('counts');
});

test('a line is crossed in its direction only', () => {
  // The line leads down: side a lies to its right on the screen.
  const cases = [
    ['both', 2],
    ['aToB', 1],
    ['bToA', 1],
  ] as const;
  for (const [direction, count] of cases) {
    const { see, seen } = setUp({ ...crossing, lines: [{ ...line, direction }] });
    for (const [step, x] of [0.7, 0.55, 0.45, 0.3, 0.45, 0.55, 0.7].entries()) see(step * 400, trackAt({ x, y: 0.5 }));
    const began = seen.filter(({ kind }) => kind === 'began');
    expect([direction, began.length]).toEqual([direction, count]);
    const shape = [line.from, line.to];
    expect(began[0]).toMatchObject({ type: 'lineCrossing', label: 'Fence', shape, at: direction === 'bToA' ? 2000 : 800 });
  }
});

test('a line is not crossed beside its ends, nor by a box that trembles on it, nor by those who turn back', () => {
  const { see, seen } = setUp(crossing);
  for (const [step, x] of [0.7, 0.3].entries()) see(step * 400, trackAt({ x, y: 0.95 }));
  for (const [step, x] of [0.6, 0.505, 0.495, 0.505, 0.495, 0.6].entries()) see(2000 + step * 400, trackAt({ x, y: 0.5 }, { id: 2 }));
  expect(seen).toEqual([]);
});

test('who crosses a line before it is certain that it is an object is reported as soon as it is', () => {
  const { see, kinds } = setUp(crossing);
  const unsure = { scores: [0.8] };
  see(0, trackAt({ x: 0.7, y: 0.5 }, unsure));
  see(400, trackAt({ x: 0.3, y: 0.5 }, unsure));
  expect(kinds()).toEqual([]);
  see(800, trackAt({ x: 0.2, y: 0.5 }));
  expect(kinds()).toEqual(['lineCrossing 800 Fence']);
});

test.each([
  ['a single look beyond it', [0.7, 0.7, 0.7, 0.3, 0.7, 0.7, 0.7], 0],
  ['its mirror', [0.3, 0.3, 0.3, 0.7, 0.3, 0.3, 0.3], 0],
  ['several of them', [0.7, 0.3, 0.7, 0.3, 0.7, 0.3, 0.7], 0],
  ['a crossing with mistakes in it', [0.7, 0.6, 0.4, 0.6, 0.4, 0.3, 0.2], 1],
] as const)('a line is crossed by who is seen twice beyond it: %s', (_, path, count) => {
  const { see, seen } = setUp(crossing);
  for (const [step, x] of path.entries()) see(step * 400, trackAt({ x, y: 0.5 }));
  expect(seen.filter(({ kind }) => kind === 'began')).toHaveLength(count);
});

test('who leaves the picture right behind a line has crossed it, in the picture that showed it', () => {
  const { see, gone, kinds } = setUp(crossing);
  see(0, trackAt({ x: 0.7, y: 0.5 }));
  see(400, trackAt({ x: 0.3, y: 0.5 }));
  expect(kinds()).toEqual([]);
  gone.add(1);
  see(3600);
  see(4000);
  expect(kinds()).toEqual(['lineCrossing 400 Fence']);
});

test('crossings there and back alternate, whatever path an object takes', () => {
  fc.assert(
    fc.property(fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 40 }), (path) => {
      const { see, seen } = setUp({ ...crossing, lines: [{ ...line, direction: 'both', from: { x: 0.5, y: 0 }, to: { x: 0.5, y: 1 } }] });
      for (const [step, x] of path.entries()) see(step * 100, trackAt({ x, y: 0.5 }));
      const sides = path.filter((x) => Math.abs(x - 0.5) >= 0.01).map((x) => x > 0.5);
      let held = sides[0];
      let changes = 0;
      for (const [index, side] of sides.entries()) {
        if (index === 0 || side === held || side !== sides[index - 1]) continue;
        held = side;
        changes += 1;
      }
      expect(seen.filter(({ kind }) => kind === 'began')).toHaveLength(changes);
    }),
  );
});

test('an intrusion begins when someone has stayed in the zone for long enough; someone who leaves before has not intruded', () => {
  const { see, kinds, rules } = setUp({ ...intrusion, dwellSeconds: 3 });
  see(0, trackAt({ x: 0.5, y: 0.5 }));
  expect(rules.isWaiting(1000)).toBe(true);
  see(2000, trackAt({ x: 0.5, y: 0.6 }));
  see(2200, trackAt({ x: 0.8, y: 0.6 }));
  see(2400, trackAt({ x: 0.8, y: 0.6 }));
  see(2800, trackAt({ x: 0.5, y: 0.6 }));
  see(5000, trackAt({ x: 0.5, y: 0.6 }));
  expect(kinds()).toEqual([]);
  see(5800, trackAt({ x: 0.5, y: 0.7 }));
  expect(kinds()).toEqual(['intrusion 5800 Gate']);
  expect(rules.isWaiting(5801)).toBe(false);
});

test('whatever path someone takes, an intrusion is reported exactly for a stay of the dwell time without two looks outside', () => {
  const step = fc.record({ isInside: fc.boolean(), afterMs: fc.integer({ min: 100, max: 2000 }) });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), fc.integer({ min: 0, max: 5 }), (steps, dwellSeconds) => {
      const { see, seen } = setUp({ ...intrusion, direction: 'enter', dwellSeconds });
      let at = 0;
      let enteredAt: number | null = null;
      let otherAt: number | null = null;
      let longest = -1;
      for (const { isInside, afterMs } of steps) {
        at += afterMs;
        see(at, trackAt({ x: isInside ? 0.5 : 0.8, y: 0.6 }));
        if (isInside === (enteredAt !== null)) otherAt = null;
        else if (otherAt === null) otherAt = at;
        else [enteredAt, otherAt] = [isInside ? otherAt : null, null];
        if (enteredAt !== null && isInside) longest = Math.max(longest, at - enteredAt);
      }
      expect(seen.some(({ kind }) => kind === 'began')).toBe(longest >= dwellSeconds * 1000);
    }),
  );
});

test('leaving is reported for those who were inside, entering for those who came, both for both', () => {
  const cases = [
    ['enter', ['intrusion 400 Gate']],
    ['left', ['intrusion 1200 Gate']],
    ['both', ['intrusion 400 Gate', 'intrusion 1200 Gate']],
  ] as const;
  for (const [direction, expected] of cases) {
    const { see, kinds } = setUp({ ...intrusion, direction });
    for (const [step, x] of [0.2, 0.5, 0.55, 0.8, 0.9].entries()) see(step * 400, trackAt({ x, y: 0.5 }));
    expect([direction, kinds()]).toEqual([direction, expected]);
  }
});

test('several detections run at once; turning one off ends it, and the end of all ends the others', () => {
  const { see, kinds, rules } = setUp(human, intrusion);
  for (const at of [0, 400]) see(at, trackAt({ x: 0.5, y: 0.5 }));
  rules.configure([human]);
  expect(kinds()).toEqual(['human 0 null', 'intrusion 0 Gate', 'ended 400']);
  rules.end();
  rules.end();
  expect(kinds()).toHaveLength(4);
});

test('what is known of a lost track is forgotten: the next one with its place starts over', () => {
  const { see, gone, seen } = setUp(crossing);
  see(0, trackAt({ x: 0.7, y: 0.5 }));
  gone.add(1);
  see(400);
  gone.delete(1);
  see(800, trackAt({ x: 0.3, y: 0.5 }));
  expect(seen).toEqual([]);
});

const share = fc.double({ min: 0, max: 1, noNaN: true });
const anyTrack = fc
  .record({
    foot: fc.record({ x: share, y: share }),
    objectClass: fc.constantFrom('human' as const, 'vehicle' as const, 'animal' as const),
    scores: fc.array(share, { minLength: 1, maxLength: 10 }),
    height: fc.double({ min: 0.01, max: 0.9, noNaN: true }),
    travel: fc.double({ min: 0, max: 3, noNaN: true }),
    movedPictures: fc.nat(5),
  })
  .map(({ foot, scores, height, ...over }) =>
    trackAt(foot, {
      ...over,
      scores,
      score: scores.at(-1) ?? 0,
      box: { x: foot.x - height / 4, y: foot.y - height, width: height / 2, height },
    }),
  );

test('a box counts in a test exactly when its object would count, and stands in a zone', () => {
  fc.assert(
    fc.property(
      anyTrack,
      fc.constantFrom<DetectionSettings>(human, vehicle, crossing, intrusion, { ...human, zones: [zone] }),
      (track, settings) => {
        const zones = settings.type === 'lineCrossing' ? [] : settings.zones;
        const { x, y, width, height } = track.box;
        const isInside = zones.length === 0 || zones.some(({ points }) => isInsidePolygon(points, { x: x + width / 2, y: y + height }));
        const verdict = verdictOf(track, settings);
        expect(verdict === 'counts').toBe(isObject(track, settings) && isInside && (settings.type !== 'intrusion' || zones.length > 0));
        if (verdict === 'outside') expect(isObject(track, settings)).toBe(true);
      },
    ),
  );
});

test.each([
  ['counts', {}],
  ['other-class', { objectClass: 'animal' as const }],
  ['too-small', { box: { x: 0.5, y: 0.5, width: 0.01, height: 0.02 } }],
  ['below-confidence', { score: 0.3, scores: [0.3] }],
  // Certain, but seen only once.
  ['below-threshold', { score: 0.9, scores: [0.9] }],
  ['still', { travel: 0, movedPictures: 0 }],
])('a box is %s for its reason', (verdict, over) => {
  expect(verdictOf(trackAt({ x: 0.5, y: 0.6 }, over), human)).toBe(verdict);
});

test('a detection has the box and the score of the best picture, not of the last', () => {
  const { see, seen } = setUp(human);
  const best = { at: 600, score: 0.95, box: { x: 0.3, y: 0.3, width: 0.1, height: 0.3 } };
  see(1000, trackAt({ x: 0.5, y: 0.6 }, { best }));
  expect(seen[0]).toMatchObject({ at: 1000, score: 0.95, box: best.box });
});

test('a much better picture that comes later takes the place of the first, once', () => {
  const { see, seen } = setUp(human);
  const withBest = (at: number, score: number): Track =>
    trackAt({ x: 0.2, y: 0.5 }, { best: { at, score, box: { x: 0, y: 0, width: 1, height: at / 10_000 } } });
  const improved = (): unknown[] => seen.filter(({ kind }) => kind === 'improved');
  see(0, withBest(0, 0.6));
  // Soon after, and a little better, is not worth it; another person is not whom the event shows.
  see(1900, withBest(1900, 0.9));
  see(2500, withBest(2500, 0.67), { ...withBest(2500, 0.99), id: 2 });
  expect(improved()).toEqual([]);
  see(3000, withBest(2900, 0.7));
  expect(improved()).toEqual([
    {
      ...{ kind: 'improved', cameraId: 'c1', id: 'd1', at: 2900, score: 0.7, box: { x: 0, y: 0, width: 1, height: 0.29 } },
      picture: new Uint8Array([1]),
    },
  ]);
  see(4000, withBest(4000, 0.95));
  expect(improved()).toHaveLength(1);
});

test('a crossing is seen better after the line, too', () => {
  const { see, seen } = setUp(crossing);
  see(0, trackAt({ x: 0.4, y: 0.5 }));
  const worse = { best: { at: 400, score: 0.6, box: trackAt({ x: 0.6, y: 0.5 }).box } };
  see(400, trackAt({ x: 0.6, y: 0.5 }, worse));
  see(800, trackAt({ x: 0.62, y: 0.5 }, worse));
  see(3000, trackAt({ x: 0.8, y: 0.5 }));
  expect(seen.map(({ kind }) => kind)).toEqual(['began', 'improved']);
});
