import fc from 'fast-check';
import { expect, test } from 'vitest';
import { snapshotName } from './snapshot-name.ts';

const moment = Date.UTC(2026, 10, 21, 11, 2, 11, 900);

test('consists of the camera and the time by the camera’s clock', () => {
  expect(snapshotName('Front door', moment, 'Europe/Moscow')).toBe('front-door 2026-11-21 14-02-11.png');
  expect(snapshotName('Front door', moment, 'America/New_York')).toBe('front-door 2026-11-21 06-02-11.png');
  expect(snapshotName('Двор №2 / вход', moment, 'Europe/Moscow')).toBe('двор-2-вход 2026-11-21 14-02-11.png');
});

test('writes midnight as 00, and uses local time in the repeated hour of a clock change', () => {
  expect(snapshotName('a', Date.UTC(2026, 10, 20, 21, 0, 0), 'Europe/Moscow')).toBe('a 2026-11-21 00-00-00.png');
  expect(snapshotName('a', Date.UTC(2026, 9, 25, 1, 30), 'Europe/Berlin')).toBe('a 2026-10-25 02-30-00.png');
});

test('a camera name without letters or digits still makes a file name', () =>
  expect(snapshotName('…/\\:*?', moment, 'UTC')).toBe('camera 2026-11-21 11-02-11.png'));

test('the name is valid on every system and short, whatever the camera’s name', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), fc.integer({ min: 0, max: 4e12 }), (title, time) => {
      const name = snapshotName(title, time, 'Asia/Kathmandu');
      expect(name).toMatch(/^[\p{L}\p{M}\p{N}-]{1,60} \d{4}-\d\d-\d\d \d\d-\d\d-\d\d\.png$/u);
    }),
    { numRuns: 40 },
  );
});
