import { expect, test } from 'vitest';
import { saveVideoWallBody } from './video-wall-schemas.ts';

test('an arrangement has a known layout, at most 250 tiles and a bounded cycle', () => {
  const arrangement = { layout: '9', cameraIds: ['c1', null, 'c2'], cycleSeconds: 30 };
  expect(saveVideoWallBody.safeParse({ scope: 'device', arrangement }).success).toBe(true);
  for (const wrong of [
    { layout: '5' },
    { cameraIds: ['../x'] },
    { cameraIds: Array.from({ length: 251 }, () => null) },
    { cycleSeconds: 601 },
    { cycleSeconds: -1 },
    { owner: 'x' },
  ]) {
    expect(saveVideoWallBody.safeParse({ scope: 'account', arrangement: { ...arrangement, ...wrong } }).success).toBe(false);
  }
});
