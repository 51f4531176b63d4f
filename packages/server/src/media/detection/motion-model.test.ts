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
