import { describe, expect, test } from 'vitest';
import { liveMediaParameters } from './player-schemas.ts';

describe('player', () => {
  test.each(['init-0123abcd.mp4', '17.m4s', '17.3.m4s'])('accepts the live file %s', (file) =>
    expect(liveMediaParameters.safeParse({ id: 'c1', file }).success).toBe(true),
  );
  test.each(['../17.m4s', '17.m4s/..', 'init-.mp4', 'init-XYZ12345.mp4', '17', '17.m4s\0', '-1.m4s'])('rejects the live file %j', (file) =>
    expect(liveMediaParameters.safeParse({ id: 'c1', file }).success).toBe(false),
  );
});
