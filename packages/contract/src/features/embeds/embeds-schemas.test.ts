import { expect, test } from 'vitest';
import { createEmbedTokenBody } from './embeds-schemas.ts';

const body = { cameraIds: ['a'], origins: ['https://Shop.example'] };

test('a token opens the live picture without sound for an hour, unless more is asked for', () => {
  expect(createEmbedTokenBody.parse(body)).toEqual({
    cameraIds: ['a'],
    origins: ['https://shop.example'],
    ttlSeconds: 3600,
    live: true,
    archive: null,
    withAudio: false,
    withPtz: false,
    withTalk: false,
    viewerId: null,
    hasWatermark: false,
  });
});

test.each([
  ['no camera', { cameraIds: [] }],
  ['a camera twice', { cameraIds: ['a', 'a'] }],
  ['no origin', { origins: [] }],
  ['more than an hour', { ttlSeconds: 3601 }],
  ['neither live nor archive', { live: false }],
  ['a watermark without a text', { hasWatermark: true }],
  ['an unknown field', { withVideo: true }],
])('is refused with %s', (_, change) => {
  expect(createEmbedTokenBody.safeParse({ ...body, ...change }).success).toBe(false);
});

test('a token can be for the archive alone', () => {
  expect(createEmbedTokenBody.safeParse({ ...body, live: false, archive: { kind: 'last-hours', hours: 24 } }).success).toBe(true);
});
