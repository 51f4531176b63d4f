import { expect, test } from 'vitest';
import { createStreamLinkBody, streamTokenSchema, updateStreamLinkBody } from './stream-links-schemas.ts';

const body = { name: 'Recorder', cameraId: 'a' };

test('a link plays in every format, without sound, until it is revoked, unless more is asked for', () => {
  expect(createStreamLinkBody.parse({ ...body, name: ' Recorder ' })).toEqual({
    name: 'Recorder',
    cameraId: 'a',
    formats: ['rtsp', 'hls', 'snapshot'],
    withAudio: false,
    withOnvif: false,
    withEvents: false,
    withPtz: false,
    expiresAt: null,
  });
});

test.each([
  ['no name', { name: ' ' }],
  ['a long name', { name: 'x'.repeat(61) }],
  ['no format', { formats: [] }],
  ['a format twice', { formats: ['hls', 'hls'] }],
  ['an unknown field', { withArchive: true }],
])('is refused with %s', (_, change) => {
  expect(createStreamLinkBody.safeParse({ ...body, ...change }).success).toBe(false);
});

test('a change never moves a link to another camera', () => {
  expect(updateStreamLinkBody.parse({})).toEqual({});
  expect(updateStreamLinkBody.safeParse({ cameraId: 'b' }).success).toBe(false);
});

test('a token is an id of ten characters and a secret of 128 bits', () => {
  expect(streamTokenSchema.safeParse(`Abc123Xyz0${'0f'.repeat(16)}`).success).toBe(true);
  for (const wrong of ['', 'Abc123Xyz0', `Abc123Xyz0${'0F'.repeat(16)}`, `Abc123Xyz-${'0f'.repeat(16)}`])
    expect(streamTokenSchema.safeParse(wrong).success).toBe(false);
});
