import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { movePtzBody, ptzPresetId, ptzPresetName, setPtzPatrolBody } from './ptz-schemas.ts';

const move = { steererId: 'page-0001', sequence: 1, pan: 0, tilt: 0, zoom: 0 };

describe('steering', () => {
  test('a speed is −1 to 1, and no other value reaches a motor', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.double(), fc.double({ min: -1, max: 1, noNaN: true })),
        fc.constantFrom('pan', 'tilt', 'zoom'),
        (value, axis) => {
          expect(movePtzBody.safeParse({ ...move, [axis]: value }).success).toBe(value >= -1 && value <= 1);
        },
      ),
    );
  });
  test('a steering call contains who sends it and its sequence number, and nothing else', () => {
    expect(movePtzBody.safeParse(move).success).toBe(true);
    for (const wrong of [{ steererId: 'x' }, { sequence: -1 }, { sequence: 1.5 }, { speed: 2 }])
      expect(movePtzBody.safeParse({ ...move, ...wrong }).success).toBe(false);
  });
});

describe('presets', () => {
  test('an id is the camera’s own identifier, printable and bounded', () => {
    for (const id of ['1', 'PRESET 7', 'Ворота/2', '...', '%2F']) expect(ptzPresetId.safeParse(id).success).toBe(true);
    for (const wrong of ['', '.', '..', 'a\u0000', 'a\nb', '\ud800', 'a'.repeat(65)])
      expect(ptzPresetId.safeParse(wrong).success).toBe(false);
  });
  test('a name is 1 to 64 characters after trimming', () => {
    expect(ptzPresetName.parse('  Gate ')).toBe('Gate');
    for (const wrong of ['', '   ', 'a'.repeat(65)]) expect(ptzPresetName.safeParse(wrong).success).toBe(false);
  });
});

describe('a patrol', () => {
  test.each([
    [{ presetIds: ['1', '2'], dwellSeconds: 30, isRunning: true }, true],
    [{ presetIds: ['1'], dwellSeconds: 30, isRunning: false }, true],
    [{ presetIds: ['1', '1'], dwellSeconds: 30, isRunning: true }, false],
    [{ presetIds: ['1', '2'], dwellSeconds: 4, isRunning: true }, false],
    [{ presetIds: ['1', '2'], dwellSeconds: 30 }, false],
  ])('%o: %s', (body, isValid) => {
    expect(setPtzPatrolBody.safeParse(body).success).toBe(isValid);
  });
});
