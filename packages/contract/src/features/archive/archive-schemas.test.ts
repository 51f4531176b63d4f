import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { archiveMediaParameters, archivePlaylistQuery, clipQuery, footageQuery, maxClipDurationMs } from './archive-schemas.ts';

const day = 86_400_000;

describe('archive', () => {
  test('a range has a positive, bounded duration', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4e12 }), fc.integer({ min: -1000, max: 500 * day }), (from, length) => {
        const query = { from: String(from), to: String(from + length) };
        const isRange = length > 0 && from + length >= 0;
        expect(archivePlaylistQuery.safeParse(query).success).toBe(isRange && length <= day);
        expect(clipQuery.safeParse(query).success).toBe(isRange && length <= maxClipDurationMs);
        expect(footageQuery.safeParse(query).success).toBe(isRange && length <= 400 * day);
      }),
    );
  });
  test.each(['init-0123abcd.mp4', '1764000000000.m4s', 'at-1764000000000.m4s'])('accepts the archive file %s', (file) =>
    expect(archiveMediaParameters.safeParse({ id: 'c1', file }).success).toBe(true),
  );
  test.each(['..', '%2e%2e', '1.m4s/../x', 'init-0123abcd.mp4\n', '1.mp4', '12345678901234567.m4s', 'at-.m4s', 'at-1.m4s?'])(
    'rejects the archive file %j',
    (file) => expect(archiveMediaParameters.safeParse({ id: 'c1', file }).success).toBe(false),
  );
});
