import { describe, expect, test } from 'vitest';
import { createEmbedTokenBody, liveMediaParameters } from './player-schemas.ts';

describe('player', () => {
  test.each(['init-0123abcd.mp4', '17.m4s', '17.3.m4s'])('live file %s', (file) => expect(liveMediaParameters.safeParse({ id: 'c1', file }).success).toBe(true));
  test.each(['../17.m4s', '17.m4s/..', 'init-.mp4', 'init-XYZ12345.mp4', '17', '17.m4s\0', '-1.m4s'])('no live file %j', (file) => expect(liveMediaParameters.safeParse({ id: 'c1', file }).success).toBe(false));

  test('an embed token is for an exact origin, at most an hour, silent and live unless asked', () => {
    expect(createEmbedTokenBody.parse({ origin: 'https://Shop.example' })).toEqual({ origin: 'https://shop.example', ttlSeconds: 3600, withAudio: false, withArchive: false });
    for (const origin of ['*', 'shop.example', 'https://shop.example/', 'https://a@shop.example', 'file:///x', 'null']) expect(createEmbedTokenBody.safeParse({ origin }).success).toBe(false);
    expect(createEmbedTokenBody.safeParse({ origin: 'https://shop.example', ttlSeconds: 3601 }).success).toBe(false);
  });
});
