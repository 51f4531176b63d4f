import type { Grant, InviteOptions } from '@watchpost/sdk-core';
import { buildGrant, buildInvite } from '@watchpost/sdk-core/testing';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canEnd, canGive, draftOf, firstDraft, fitDraft, grantOf, readDraft } from './sharing-draft.ts';
import type { DraftContext, ShareDraft } from './sharing-draft.ts';

const now = Date.UTC(2026, 10, 21, 13, 38);
const day = 86_400_000;
const timeZone = 'Europe/Moscow';
const alone: DraftContext = { now, timeZone, currentExpiresAt: null, own: [] };
const draft = (change: Partial<ShareDraft> = {}): ShareDraft => ({ ...firstDraft, ...change });
const read = (change: Partial<ShareDraft>, context: Partial<DraftContext> = {}): ReturnType<typeof readDraft> =>
  readDraft(draft(change), { ...alone, ...context });

test('a new link shows no sound and no past, and ends in a week', () => {
  expect(read({})).toEqual({
    options: {
      label: '',
      access: 'view',
      withAudio: false,
      withArchive: true,
      archiveRange: { kind: 'from-acceptance' },
      withPtz: false,
      dailyWindow: null,
      hasWatermark: false,
      expiresAt: now + 7 * day,
      maxUsers: 5,
      maxViewers: null,
      allowsGuests: false,
      hasPicture: false,
    } satisfies InviteOptions,
    problems: {},
  });
});

test('the end is a whole number of milliseconds, whatever the estimate of the server’s clock', () => {
  expect(read({}, { now: now + 0.4 }).options.expiresAt).toBe(now + 7 * day);
});

test('dates are read in the cameras’ time zone, also across a change of its clock', () => {
  const period = { archive: 'period', archiveFrom: '2026-11-20T00:00', archiveUntil: '2026-11-21T08:30' } as const;
  expect(read(period).options.archiveRange).toEqual({
    kind: 'period',
    from: Date.UTC(2026, 10, 19, 21),
    until: Date.UTC(2026, 10, 21, 5, 30),
  });
  const berlin = read({ expiry: 'moment', expiryMoment: '2027-03-28T04:00' }, { timeZone: 'Europe/Berlin' });
  expect(berlin.options.expiresAt).toBe(Date.UTC(2027, 2, 28, 2));
});

test.each<[Partial<ShareDraft>, ReturnType<typeof readDraft>['problems']]>([
  [{ archive: 'period' }, { archive: 'period-missing' }],
  [{ archive: 'period', archiveFrom: '2026-11-20T10:00', archiveUntil: '2026-11-20T10:00' }, { archive: 'period-empty' }],
  [{ archive: 'period', withArchive: false }, {}],
  [{ expiry: 'moment' }, { expiry: 'moment-missing' }],
  [{ expiry: 'moment', expiryMoment: '2026-11-21T16:38' }, { expiry: 'moment-past' }],
  [{ expiry: 'moment', expiryMoment: '2026-11-21T16:39' }, {}],
  [{ hasHours: true, hoursFrom: '' }, { hours: 'hours-missing' }],
  [{ hasHours: true, hoursFrom: '18:00' }, { hours: 'hours-empty' }],
  [{ hasHours: true, hoursFrom: '22:00', hoursUntil: '06:00' }, {}],
])('%j has the problems %j', (change, problems) => {
  expect(read(change).problems).toEqual(problems);
});

describe('someone whose own access is limited', () => {
  const own: readonly Grant[] = [
    buildGrant({ access: 'full', withAudio: false, archiveFrom: now - day, hasWatermark: true, expiresAt: now + 3 * day }),
    buildGrant({ access: 'full', dailyWindow: { fromMinutes: 480, untilMinutes: 1080 } }),
  ];
  const context = { ...alone, own };

  test('gives none of what they lack, and the longest time that they have', () => {
    const wanted = draft({ withAudio: true, archive: 'all', expiry: 'never' });
    expect(fitDraft(wanted, context)).toEqual({
      ...wanted,
      withAudio: false,
      archive: 'from-acceptance',
      hasHours: true,
      hasWatermark: true,
      expiry: 'day',
    });
    expect((['hour', 'day', 'week', 'month', 'never'] as const).map((expiry) => canEnd(own, expiry, now))).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
  });

  test('reads about dates and hours that exceed their own', () => {
    const exceeding = draft({
      archive: 'period',
      archiveFrom: '2026-11-01T00:00',
      archiveUntil: '2026-11-21T00:00',
      expiry: 'moment',
      expiryMoment: '2026-12-21T00:00',
      hasHours: true,
      hoursFrom: '07:00',
    });
    expect(readDraft(fitDraft(exceeding, context), context).problems).toEqual({
      archive: 'period-exceeds',
      expiry: 'expiry-exceeds',
      hours: 'hours-exceed',
    });
  });

  test('never gives more than they have, whatever is entered', () => {
    const time = fc.integer({ min: -300, max: 300 }).map((hours) => now + hours * 3_600_000);
    const grants = fc.record({
      access: fc.constant('full' as const),
      withAudio: fc.boolean(),
      withArchive: fc.boolean(),
      archiveFrom: fc.option(time),
      archiveUntil: fc.option(time),
      withPtz: fc.boolean(),
      dailyWindow: fc.option(fc.constantFrom({ fromMinutes: 480, untilMinutes: 1080 }, { fromMinutes: 1200, untilMinutes: 300 })),
      hasWatermark: fc.boolean(),
      expiresAt: fc.option(fc.integer({ min: 1, max: 1000 }).map((hours) => now + hours * 3_600_000)),
    });
    const drafts = fc.record({
      access: fc.constantFrom('view' as const, 'full' as const),
      withAudio: fc.boolean(),
      withArchive: fc.boolean(),
      archive: fc.constantFrom('all' as const, 'from-acceptance' as const, 'period' as const),
      archiveFrom: fc.constantFrom('2026-11-15T10:00', '2026-11-20T10:00'),
      archiveUntil: fc.constantFrom('2026-11-21T10:00', '2026-11-25T10:00'),
      withPtz: fc.boolean(),
      hasHours: fc.boolean(),
      hasWatermark: fc.boolean(),
      expiry: fc.constantFrom('hour' as const, 'day' as const, 'week' as const, 'month' as const, 'moment' as const, 'never' as const),
      expiryMoment: fc.constantFrom('2026-11-22T10:00', '2026-12-25T10:00'),
    });
    fc.assert(
      fc.property(drafts, fc.array(grants, { maxLength: 3 }), (change, all) => {
        const limits = { ...alone, own: all };
        const { options, problems } = readDraft(fitDraft(draft(change), limits), limits);
        // With a problem there is no link.
        if (Object.values(problems).every((problem) => problem === undefined)) expect(canGive(all, grantOf(options, now))).toBe(true);
      }),
    );
  });
});

test('a link’s draft reads as the same link', () => {
  const invite = buildInvite({
    archiveRange: { kind: 'period', from: now - day, until: now },
    dailyWindow: { fromMinutes: 1320, untilMinutes: 365 },
    // Not at a full minute: only unchanged it can stay exact.
    expiresAt: now + 12_345,
    hasWatermark: true,
    maxViewers: 3,
  });
  const { options } = readDraft(draftOf(invite, timeZone), { ...alone, currentExpiresAt: invite.expiresAt });
  expect(invite).toMatchObject(options);
});
