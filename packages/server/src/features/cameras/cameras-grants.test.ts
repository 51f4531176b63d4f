import type { Grant } from '@watchpost/contract/access/capabilities';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { grantColumnsOf, grantOf } from './cameras-grants.ts';

const time = fc.option(fc.nat(), { nil: null });
const minutes = fc.integer({ min: 0, max: 1439 });
const grants: fc.Arbitrary<Grant> = fc.record({
  access: fc.constantFrom('view', 'full'),
  withAudio: fc.boolean(),
  withArchive: fc.boolean(),
  archiveFrom: time,
  archiveUntil: time,
  withPtz: fc.boolean(),
  dailyWindow: fc.option(fc.record({ fromMinutes: minutes, untilMinutes: minutes }), { nil: null }),
  hasWatermark: fc.boolean(),
  expiresAt: time,
});

test('a grant is read as it was stored', () => {
  fc.assert(
    fc.property(grants, (grant) => {
      expect(grantOf(grantColumnsOf(grant))).toEqual(grant);
    }),
  );
});

test('hours that begin at midnight are hours', () => {
  const columns = grantColumnsOf({
    access: 'view',
    withAudio: true,
    withArchive: false,
    archiveFrom: null,
    archiveUntil: null,
    withPtz: false,
    dailyWindow: { fromMinutes: 0, untilMinutes: 480 },
    hasWatermark: false,
    expiresAt: null,
  });
  expect(columns).toMatchObject({ with_audio: 1, with_archive: 0, daily_from: 0, daily_until: 480 });
  expect(grantOf(columns).dailyWindow).toEqual({ fromMinutes: 0, untilMinutes: 480 });
});
