import { expect, test } from 'vitest';
import { snapshotName } from './snapshot-name.ts';

const moment = Date.UTC(2026, 10, 21, 11, 2, 11, 900);

test('consists of the camera and the time by the camera’s clock', () => {
  expect(snapshotName('Front door', moment, 'Europe/Moscow')).toBe('Front door 2026-11-21 14.02.11+0300.png');
  expect(snapshotName('Двор №2 / вход', moment, 'America/New_York')).toBe('Двор №2 вход 2026-11-21 06.02.11-0500.png');
});

test('differs in the two hours of a clock change', () => {
  const october = Date.UTC(2026, 9, 25);
  const names = [0.5, 1.5].map((hours) => snapshotName('Pier', october + hours * 3_600_000, 'Europe/Berlin'));
  expect(names).toEqual(['Pier 2026-10-25 02.30.00+0200.png', 'Pier 2026-10-25 02.30.00+0100.png']);
});

test('a camera name without letters still makes a file name', () =>
  expect(snapshotName('/\\:*?', moment, 'UTC')).toBe('camera 2026-11-21 11.02.11+0000.png'));
