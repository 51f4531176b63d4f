import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  capabilities,
  isGrantWithin,
  narrowGrant,
  type CapabilityCamera,
  type CapabilityViewer,
  type Grant,
  type GrantTerms,
} from './capabilities.ts';

const camera = { platform: 'ThirdParty', timeZone: 'Europe/Moscow' } as const;
const noon = Date.parse('2026-11-23T09:00:00Z');
const view: Grant = {
  access: 'view',
  withAudio: true,
  withArchive: true,
  archiveFrom: null,
  archiveUntil: null,
  withPtz: false,
  dailyWindow: null,
  hasWatermark: false,
  expiresAt: null,
};
const grantee = (grant: Partial<Grant> = {}, now = noon) => capabilities(camera, { kind: 'grantee' }, { ...view, ...grant }, now);
/** The names of everything that is allowed; a watermark and a plan are asked of the viewer instead. */
const allowed = (found: object): string[] =>
  Object.entries(found)
    .filter(([name, value]) => value === true && name !== 'hasWatermark' && name !== 'asksForPlan')
    .map(([name]) => name);

describe('what each role can do (specification 2, section 6)', () => {
  const watching = ['isVisible', 'canWatch', 'canHear', 'canPlayArchive', 'canSeeEvents'];
  const changing = ['canTalk', 'canMove', 'canChangeSettings', 'canManageAccess'];
  test('an owner everything', () => {
    const owner = capabilities(camera, { kind: 'owner' }, null, noon);
    expect(allowed(owner)).toEqual([...watching, ...changing, 'canDeleteData', 'canManageSubscription', 'isManaged']);
    expect(owner.changesAt).toBeNull();
  });
  test('full access all but what deletes and costs', () =>
    expect(allowed(grantee({ access: 'full' }))).toEqual([...watching, ...changing, 'isManaged']));
  test('view only watches', () => expect(allowed(grantee())).toEqual(watching));
  test('view only moves the camera when that was granted', () =>
    expect(allowed(grantee({ withPtz: true }))).toEqual([...watching, 'canMove']));
  test('a guest only watches, whatever was granted', () =>
    expect(allowed(capabilities(camera, { kind: 'guest' }, { ...view, access: 'full', withPtz: true, withTalk: true }, noon))).toEqual(
      watching,
    ));
  test.each(['embed', 'api-key'] as const)('an %s does what is named, and never what full access allows', (kind) => {
    const full: Grant = { ...view, access: 'full' };
    expect(allowed(capabilities(camera, { kind }, full, noon))).toEqual(watching);
    const named: Grant = { ...full, withPtz: true, withTalk: true };
    expect(allowed(capabilities(camera, { kind }, named, noon))).toEqual([...watching, 'canTalk', 'canMove']);
    const archive: Grant = { ...view, withLive: false };
    expect(allowed(capabilities(camera, { kind }, archive, noon))).toEqual(['isVisible', 'canHear', 'canPlayArchive', 'canSeeEvents']);
    const events: Grant = { ...view, withLive: false, withAudio: false, withArchive: false, withEvents: true };
    expect(allowed(capabilities(camera, { kind }, events, noon))).toEqual(['isVisible', 'canSeeEvents']);
  });
  test('a stranger nothing', () => expect(allowed(capabilities(camera, { kind: 'grantee' }, null, noon))).toEqual([]));
  test('a phone has no settings of a managed camera', () => {
    const phone = { ...camera, platform: 'Mobile' } as const;
    expect(capabilities(phone, { kind: 'owner' }, null, noon)).toMatchObject({ isManaged: false, canChangeSettings: true });
    expect(capabilities(phone, { kind: 'grantee' }, { ...view, access: 'full' }, noon)).toMatchObject({
      isManaged: false,
      canChangeSettings: true,
    });
  });
  test('every viewer of a camera is asked for a plan, unless the camera is a phone', () => {
    const asks = (platform: CapabilityCamera['platform'], kind: CapabilityViewer['kind'], grant: Grant | null) =>
      capabilities({ ...camera, platform }, { kind }, grant, noon).asksForPlan;
    expect([asks('Embedded', 'owner', null), asks('ThirdParty', 'grantee', view)]).toEqual([true, true]);
    expect([asks('Mobile', 'owner', null), asks('Mobile', 'grantee', view)]).toEqual([false, false]);
    expect([asks('Embedded', 'grantee', null), asks('Embedded', 'grantee', { ...view, expiresAt: noon })]).toEqual([false, false]);
  });
});

describe('what a grant takes away', () => {
  test('sound: nothing is heard or said', () => expect(allowed(grantee({ access: 'full', withAudio: false }))).not.toContain('canTalk'));
  test('the archive', () => expect(allowed(grantee({ withArchive: false }))).toEqual(['isVisible', 'canWatch', 'canHear']));
  test('everything on the millisecond it expires', () => {
    expect(grantee({ expiresAt: noon + 1 })).toMatchObject({ canWatch: true, expiresAt: noon + 1, changesAt: noon + 1 });
    expect(allowed(grantee({ expiresAt: noon }))).toEqual([]);
  });
  test('the picture outside its hours, but not the camera from the list', () => {
    const dailyWindow = { fromMinutes: 8 * 60, untilMinutes: 11 * 60 };
    const closed = grantee({ access: 'full', dailyWindow });
    expect(allowed(closed)).toEqual(['isVisible', 'canChangeSettings', 'canManageAccess', 'isManaged']);
    expect(closed.opensAt).toBe(Date.parse('2026-11-24T05:00:00Z'));
    expect(grantee({ dailyWindow }, closed.opensAt ?? 0)).toMatchObject({ canWatch: true, opensAt: null });
  });
  test('changes next at whichever comes first', () => {
    const dailyWindow = { fromMinutes: 8 * 60, untilMinutes: 18 * 60 };
    expect(grantee({ dailyWindow, expiresAt: noon + 1000 }).changesAt).toBe(noon + 1000);
    expect(grantee({ dailyWindow, expiresAt: noon + 86_400_000 }).changesAt).toBe(Date.parse('2026-11-23T15:00:00Z'));
  });
});

describe('giving no more than one has', () => {
  const minute = fc.integer({ min: 0, max: 1439 });
  const instant = fc.option(fc.integer({ min: noon - 1e9, max: noon + 1e9 }), { nil: null });
  /** Grants that users have. */
  const granted: fc.Arbitrary<Grant> = fc.record({
    access: fc.constantFrom('view', 'full'),
    withAudio: fc.boolean(),
    withArchive: fc.boolean(),
    archiveFrom: instant,
    archiveUntil: instant,
    withPtz: fc.boolean(),
    dailyWindow: fc.option(
      fc.record({ fromMinutes: minute, untilMinutes: minute }).filter((window) => window.fromMinutes !== window.untilMinutes),
      { nil: null },
    ),
    hasWatermark: fc.boolean(),
    expiresAt: instant,
  });
  const optional = fc.constantFrom(undefined, false, true);
  const partial = fc.record({ withLive: optional, withTalk: optional, withEvents: optional });
  /** Grants that pages and API keys have, too. */
  const grants = fc.tuple(granted, partial).map(([grant, over]): Grant => ({ ...grant, ...over }));
  const terms: fc.Arbitrary<GrantTerms> = fc.record({
    withLive: fc.boolean(),
    withAudio: fc.boolean(),
    withArchive: fc.boolean(),
    archiveFrom: instant,
    archiveUntil: instant,
    withEvents: fc.boolean(),
    withPtz: fc.boolean(),
    withTalk: fc.boolean(),
    hasWatermark: fc.boolean(),
  });
  const times = fc.integer({ min: noon - 2e9, max: noon + 2e9 });

  test('a partner’s page or server can at no time do what its giver can’t, nor what was not named', () => {
    const givers = fc.option(grants, { nil: null });
    fc.assert(
      fc.property(givers, terms, terms, times, fc.constantFrom('embed', 'api-key'), (own, ofKey, ofToken, now, kind) => {
        const giver = capabilities(camera, { kind: own ? 'grantee' : 'owner' }, own, now);
        const key = narrowGrant(own, ofKey);
        const server = capabilities(camera, { kind: 'api-key' }, key, now);
        const page = capabilities(camera, { kind }, narrowGrant(key, ofToken), now);
        for (const [receiver, above, named] of [
          [server, giver, ofKey],
          [page, server, ofToken],
        ] as const) {
          expect(allowed(above)).toEqual(expect.arrayContaining(allowed(receiver)));
          expect([receiver.canWatch && !named.withLive, receiver.canHear && !named.withAudio]).toEqual([false, false]);
          expect([receiver.canPlayArchive && !named.withArchive, receiver.canSeeEvents && !named.withEvents]).toEqual([false, false]);
          expect([receiver.canMove && !named.withPtz, receiver.canTalk && !named.withTalk]).toEqual([false, false]);
          expect([receiver.role === 'full', receiver.canChangeSettings, receiver.canManageAccess]).toEqual([false, false, false]);
          if (receiver.isVisible) expect(receiver.hasWatermark || !above.hasWatermark).toBe(true);
          if (receiver.canPlayArchive || receiver.canSeeEvents) {
            expect(receiver.archiveFrom ?? -Infinity).toBeGreaterThanOrEqual(above.archiveFrom ?? -Infinity);
            expect(receiver.archiveUntil ?? Infinity).toBeLessThanOrEqual(above.archiveUntil ?? Infinity);
          }
        }
      }),
      { numRuns: 2000 },
    );
  });

  test('the owner can give anything, and anyone their own access', () => {
    fc.assert(fc.property(grants, (grant) => isGrantWithin(grant, null) && isGrantWithin(grant, grant)));
  });

  test('the user who receives it can at no time do what the giver can’t', () => {
    fc.assert(
      fc.property(granted, granted, times, (given, own, now) => {
        fc.pre(isGrantWithin(given, own));
        const receiver = capabilities(camera, { kind: 'grantee' }, given, now);
        const giver = capabilities(camera, { kind: 'grantee' }, own, now);
        expect(allowed(giver)).toEqual(expect.arrayContaining(allowed(receiver)));
        if (receiver.canPlayArchive || receiver.canSeeEvents) {
          expect(receiver.archiveFrom ?? -Infinity).toBeGreaterThanOrEqual(giver.archiveFrom ?? -Infinity);
          expect(receiver.archiveUntil ?? Infinity).toBeLessThanOrEqual(giver.archiveUntil ?? Infinity);
        }
      }),
      { numRuns: 2000 },
    );
  });

  test.each<[string, Partial<Grant>, Partial<Grant>]>([
    ['full access', { access: 'full' }, {}],
    ['sound', {}, { withAudio: false }],
    ['the live picture', {}, { withLive: false }],
    ['talk', { withTalk: true }, {}],
    ['events', {}, { withEvents: false }],
    ['the archive', {}, { withArchive: false }],
    ['older recordings', { archiveFrom: noon - 1 }, { archiveFrom: noon }],
    ['all recordings', {}, { archiveUntil: noon }],
    ['moving the camera', { withPtz: true }, {}],
    ['other hours', {}, { dailyWindow: { fromMinutes: 0, untilMinutes: 60 } }],
    ['a picture without the mark', {}, { hasWatermark: true }],
    ['more time', { expiresAt: noon + 1 }, { expiresAt: noon }],
  ])('%s can’t be given by one who lacks it', (_name, given, own) =>
    expect(isGrantWithin({ ...view, ...given }, { ...view, ...own })).toBe(false),
  );
});
