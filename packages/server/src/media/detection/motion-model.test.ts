import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createMotionModel, type Area, type MotionSettings } from './motion-model.ts';
import { gridCells, gridHeight, gridWidth, toGrid } from './picture-grid.ts';

const usual: MotionSettings = { sensitivity: 6, areas: [] };

/** An even picture with a person of another brightness in it. */
function picture(options: { light?: number; person?: Area; brightness?: number; noise?: (cell: number) => number } = {}): Uint8Array {
  const { light = 100, person, brightness = 180, noise = () => 0 } = options;
  return Uint8Array.from({ length: gridCells }, (_, cell) => {
    const x = (cell % gridWidth) / gridWidth;
    const y = Math.floor(cell / gridWidth) / gridHeight;
    const isPerson = person && x >= person.x && x < person.x + person.width && y >= person.y && y < person.y + person.height;
    return Math.min(255, Math.max(0, (isPerson ? brightness : light) + noise(cell)));
  });
}

/** Feeds a key frame every 2 s. */
function watch(settings: MotionSettings, pictures: readonly Uint8Array[]): (Area | null)[] {
  const model = createMotionModel(settings);
  return pictures.map((grid, index) => model.update(grid, index * 2000).area);
}

const quiet = Array.from({ length: 10 }, () => picture());
const person: Area = { x: 0.25, y: 0.5, width: 0.125, height: 0.25 };
const last = (results: readonly (Area | null)[]): Area | null => results.at(-1) ?? null;

describe('motion detection', () => {
  test('detects a person who was not there before, and where', () => {
    const results = watch(usual, [...quiet, picture({ person }), picture({ person: { ...person, x: 0.5 } })]);
    expect(results.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => null));
    expect(results[10]).toEqual(person);
    expect(results[11]?.x).toBeCloseTo(0.5, 1);
  });

  test('a car that stays becomes part of the background, and its leaving is detected again', () => {
    const parked = Array.from({ length: 90 }, () => picture({ person }));
    const results = watch(usual, [...quiet, ...parked, picture()]);
    expect(results[10]).not.toBeNull();
    expect(results[10 + 89]).toBeNull();
    expect(last(results)).not.toBeNull();
  });

  test.each([30, -40, 90])('a change of light by %i everywhere is not motion', (step) => {
    expect(watch(usual, [...quiet, picture({ light: 100 + step })]).every((area) => area === null)).toBe(true);
  });

  /** A place with things of any brightness in it. */
  const place = (cell: number): number => {
    const block = Math.floor(Math.floor(cell / gridWidth) / 4) * 16 + Math.floor((cell % gridWidth) / 4);
    return 60 + ((block * 7919 + 13 * block * block) % 131);
  };
  /** The same place in the light of a lamp at the camera. */
  const lit =
    (middle: number, fall: number) =>
    (cell: number): number => {
      const x = (cell % gridWidth) / gridWidth - 0.5;
      const y = Math.floor(cell / gridWidth) / gridHeight - 0.5;
      return (middle - (fall * Math.hypot(x, 0.6 * y)) / 0.58) * (0.4 + (0.6 * place(cell)) / 190);
    };
  const dark = (light: (cell: number) => number, exposure = 1, someone?: Area): Uint8Array =>
    picture({ light: 0, noise: (cell) => Math.round(exposure * light(cell)), brightness: 230, ...(someone && { person: someone }) });
  const lamps = [
    [200, 150],
    [160, 100],
    [120, 80],
  ] as const;
  const switches = [1, 0.35].flatMap((before) => lamps.map(([middle, fall]) => ({ before, middle, fall })));

  test.each(switches)(
    'a camera’s switch to infrared is not motion, in one step or in several (at $before of the daylight, $middle in the middle); who comes then is',
    ({ before, middle, fall }) => {
      const usualLight = Array.from({ length: 10 }, () => dark(place, before));
      const lamp = lit(middle, fall);
      const someone = { ...person, x: 0.5 };
      const atOnce = watch(usual, [...usualLight, dark(lamp), dark(lamp, 1, person), dark(lamp, 1, someone)]);
      expect(atOnce.map((area) => area !== null)).toEqual([...Array.from({ length: 11 }, () => false), true, true]);
      const inSteps = [0.5, 1.2, 1, 1, 1].map((exposure) => dark(lamp, exposure));
      const results = watch(usual, [...usualLight, ...inSteps, dark(lamp, 1, person)]);
      expect(results.map((area) => area !== null)).toEqual([...Array.from({ length: 15 }, () => false), true]);
      // Who is there while it switches, and goes on.
      const walks = watch(usual, [...usualLight, dark(lamp, 1, person), dark(lamp, 1, someone)]);
      expect(last(walks)).not.toBeNull();
    },
  );

  test('nothing in the pictures of a camera that turns all the time is motion; once it stands, someone who comes is', () => {
    /** A place that is wider than the picture, from this column on. */
    const turned = (firstColumn: number, someone?: Area): Uint8Array =>
      picture({
        light: 0,
        brightness: 230,
        noise: (cell) => {
          const block = Math.floor(Math.floor(cell / gridWidth) / 4) * 32 + Math.floor((firstColumn + (cell % gridWidth)) / 4);
          return 60 + ((block * 7919 + 13 * block * block) % 131);
        },
        ...(someone && { person: someone }),
      });
    // To and fro in 6 s, by a tenth of the picture to each side, for 3 min: 6 or 12 columns from one key frame to the next.
    const columns = Array.from({ length: 90 }, (_, index) => 16 + Math.round(6.4 * Math.sin((2 * Math.PI * index) / 3)));
    const stands = Array.from({ length: 4 }, () => turned(16));
    // As sensitive as where objects are looked for.
    const settings = { sensitivity: 8, areas: [] };
    const results = watch(settings, [...columns.map((column) => turned(column)), ...stands, turned(16, person)]);
    expect(results.slice(0, -1).every((area) => area === null)).toBe(true);
    expect(last(results)).toEqual(person);
    // While it turns, someone is no more motion than all else.
    const shown = columns.map((column) => turned(column, person));
    expect(watch(settings, shown).every((area) => area === null)).toBe(true);
  });

  test('what fills half of the picture at once is motion all the same', () => {
    const usualLight = Array.from({ length: 10 }, () => dark(place));
    /** A lorry with lettering. */
    const lorry = (left: number): Uint8Array =>
      Uint8Array.from({ length: gridCells }, (_, cell) => {
        const [x, y] = [(cell % gridWidth) / gridWidth, Math.floor(cell / gridWidth) / gridHeight];
        const isLorry = x >= left && x < left + 0.6 && y >= 0.3 && y < 0.9;
        return isLorry ? (Math.floor((x - left) * 20) % 2 === 0 ? 200 : 40) : place(cell);
      });
    const near = { x: 0.3, y: 0.2, width: 0.25, height: 0.8 };
    for (const moving of [lorry(0.1), dark(place, 1, near), dark(place, 1, { ...near, x: 0 })])
      expect(last(watch(usual, [...usualLight, moving]))).not.toBeNull();
  });

  test('a person is still detected while the light changes', () => {
    expect(last(watch(usual, [...quiet, picture({ light: 120, person, brightness: 200 })]))).not.toBeNull();
  });

  test('the noise of a night picture and a flickering lamp stop counting after a while', () => {
    let seed = 1;
    const random = (): number => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647;
    const lamp = (cell: number, index: number): number => (cell % gridWidth < 4 && cell < gridWidth * 4 ? (index % 2) * 60 : 0);
    const night = Array.from({ length: 120 }, (_, index) =>
      picture({ light: 30, noise: (cell) => Math.round((random() - 0.5) * 12) + lamp(cell, index) }),
    );
    const results = watch(usual, night);
    expect(results.slice(60).every((area) => area === null)).toBe(true);
  });

  test('sensitivity determines the smallest motion that counts', () => {
    const seenAt = (sensitivity: number, size: number): boolean =>
      last(watch({ sensitivity, areas: [] }, [...quiet, picture({ person: { x: 0.5, y: 0.5, width: size, height: size } })])) !== null;
    expect([10, 5, 0].map((sensitivity) => seenAt(sensitivity, 0.05))).toEqual([true, false, false]);
    expect([10, 5, 0].map((sensitivity) => seenAt(sensitivity, 0.1))).toEqual([true, true, false]);
    expect([10, 5, 0].map((sensitivity) => seenAt(sensitivity, 0.3))).toEqual([true, true, true]);
  });

  test('nothing counts outside the areas', () => {
    const areas = [{ x: 0.6, y: 0, width: 0.4, height: 1 }];
    expect(last(watch({ sensitivity: 6, areas }, [...quiet, picture({ person })]))).toBeNull();
    expect(last(watch({ sensitivity: 6, areas }, [...quiet, picture({ person: { ...person, x: 0.7 } })]))).not.toBeNull();
  });

  test('any pictures, at any times, yield an area inside the picture or null', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.uint8Array({ minLength: gridCells, maxLength: gridCells }), fc.integer({ min: -1e6, max: 4e12 })), {
          maxLength: 8,
        }),
        fc.integer({ min: 0, max: 10 }),
        (pictures, sensitivity) => {
          const model = createMotionModel({ sensitivity, areas: [] });
          for (const [grid, at] of pictures) {
            const { area, level } = model.update(grid, at);
            expect(level >= 0 && level <= 1).toBe(true);
            if (!area) continue;
            expect(area.x >= 0 && area.y >= 0 && area.width > 0 && area.height > 0).toBe(true);
            expect(area.x + area.width <= 1 && area.y + area.height <= 1).toBe(true);
          }
        },
      ),
      { numRuns: 40 },
    );
  });
});

test('a grid cell has the brightness of its part of the picture, whatever the picture’s size', () => {
  for (const [width, height] of [
    [640, 360],
    [1920, 1080],
    [352, 288],
    [48, 20],
  ] as const) {
    const stride = width + 16;
    const luma = new Uint8Array(stride * height);
    for (let y = 0; y < height; y++) luma.fill(200, y * stride, y * stride + width / 2);
    const grid = toGrid(luma, width, height, stride);
    expect([grid[0], grid[gridWidth / 2 - 2], grid[gridWidth / 2 + 1], grid.at(-1)]).toEqual([200, 200, 0, 0]);
  }
});
