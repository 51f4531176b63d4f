import fc from 'fast-check';
import { expect, test } from 'vitest';
import { snapshotName } from './snapshot-name.ts';

const moment = Date.UTC(2026, 10, 21, 11, 2, 11, 900);

test('the camera and the moment by its own clock', () => {
  expect(snapshotName('Front door', moment, 'Europe/Moscow')).toBe('front-door 2026-11-21 14-02-11.png');
  expect(snapshotName('Front door', moment, 'America/New_York')).toBe('front-door 2026-11-21 06-02-11.png');
  expect(snapshotName('Двор №2 / вход', moment, 'Europe/Moscow')).toBe('двор-2-вход 2026-11-21 14-02-11.png');
});

test('midnight is 00, and the hour that comes twice is told as the clock on the wall shows it', () => {
  expect(snapshotName('a', Date.UTC(2026, 10, 20, 21, 0, 0), 'Europe/Moscow')).toBe('a 2026-11-21 00-00-00.png');
  expect(snapshotName('a', Date.UTC(2026, 9, 25, 1, 30), 'Europe/Berlin')).toBe('a 2026-10-25 02-30-00.png');
});

test('a name of signs only is still a file', () => expect(snapshotName('…/\\:*?', moment, 'UTC')).toBe('camera 2026-11-21 11-02-11.png'));

test('whatever a camera is called, the name is allowed everywhere and not too long', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 200 }), fc.integer({ min: 0, max: 4e12 }), (title, time) => {
    const name = snapshotName(title, time, 'Asia/Kathmandu');
    expect(name).toMatch(/^[\p{L}\p{M}\p{N}-]{1,60} \d{4}-\d\d-\d\d \d\d-\d\d-\d\d\.png$/u);
  }), { numRuns: 40 });
});
