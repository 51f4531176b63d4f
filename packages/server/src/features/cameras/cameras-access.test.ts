import { createManualClock, type ManualClock } from '@watchpost/contract/testing';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { InvitesTable } from '../../db/sharing-tables.ts';
import { requireRight } from '../../kernel/access/access.ts';
import { AppError } from '../../kernel/app-error.ts';
import { createTokens, signGuestToken } from '../../kernel/tokens.ts';
import { viewGrant } from '../../testing/camera-access.ts';
import { createTestDatabase, describeDatabases, type TestDatabase } from '../../testing/databases.ts';
import { insertCamera, insertCustomer, insertGrant, insertGuest, insertInvite } from '../../testing/people.ts';
import { insertEmbedToken, partnersOf, type EmbedTokenRow } from '../../testing/partners/partners.ts';
import { createCameraAccess, type CameraAccessResolver } from './cameras-access.ts';

const tokens = createTokens(Buffer.alloc(32, 7));
const origin = 'https://shop.example';
const address = '203.0.113.7';
/** The page that an embed token is for, and a program. */
const page = { origin, address };
const program = { origin: null, address };

describeDatabases('access to a camera', (engine) => {
  let database: TestDatabase;
  let clock: ManualClock;
  let access: CameraAccessResolver;
  let owner: string;
  let viewer: string;
  let cameraId: string;
  let isRunning: boolean;

  beforeEach(async () => {
    database = await createTestDatabase(engine);
    clock = createManualClock();
    const readAccessToken = async (token: string) => {
      if (token !== 'access.viewer') throw new AppError('unauthorized');
      return { customerId: viewer };
    };
    const deps = { db: database.db, clock, tokens };
    access = createCameraAccess({ ...deps, ...partnersOf(deps), readAccessToken, isSessionRunning: async () => isRunning });
    isRunning = true;
    owner = await insertCustomer(database.db, 'owner@example.com');
    viewer = await insertCustomer(database.db, 'viewer@example.com');
    cameraId = await insertCamera(database.db, owner);
  });
  afterEach(() => database.close());

  const embed = (over: Partial<EmbedTokenRow> = {}) =>
    insertEmbedToken(database.db, tokens, {
      cameraIds: [cameraId],
      customerId: owner,
      familyId: `fam_${over.customerId ?? owner}`,
      exp: clock.now() + 60_000,
      ...over,
    });
  const embedded = async (over: Partial<EmbedTokenRow> = {}, id = cameraId) => access.authorizeToken(await embed(over), id, page);

  test('the owner has every right, a stranger does not see it, a grant gives the stated rights', async () => {
    expect(await access.resolve(owner, cameraId)).toMatchObject({
      viewerKind: 'owner',
      grant: null,
      capabilities: { role: 'owner', canHear: true, canPlayArchive: true, canDeleteData: true },
      sharedBy: null,
    });
    expect(await access.resolve(viewer, cameraId)).toBeNull();
    await insertGrant(database.db, cameraId, viewer, { with_audio: 0 });
    expect(await access.resolve(viewer, cameraId)).toMatchObject({
      viewerKind: 'grantee',
      grant: { ...viewGrant, withAudio: false },
      capabilities: { role: 'view', canHear: false, canPlayArchive: true, canChangeSettings: false },
      sharedBy: 'owner@example.com',
      watermark: null,
    });
    expect(await access.resolve(viewer, 'unknown')).toBeNull();
  });

  test('temporary access ends on the millisecond', async () => {
    await insertGrant(database.db, cameraId, viewer, { expires_at: clock.now() + 1000 });
    clock.advance(999);
    expect(await access.resolve(viewer, cameraId)).not.toBeNull();
    clock.advance(1);
    expect(await access.resolve(viewer, cameraId)).toBeNull();
  });

  test('an access token on a socket', async () => {
    await expect(access.authorizeToken('access.viewer', cameraId, program)).rejects.toMatchObject({ code: 'not-found' });
    await insertGrant(database.db, cameraId, viewer);
    await expect(access.authorizeToken('access.viewer', cameraId, program)).resolves.toMatchObject({ customerId: viewer, partner: null });
    await expect(access.authorizeToken('nonsense', cameraId, program)).rejects.toMatchObject({ code: 'unauthorized' });
  });

  test('an embed token: its cameras, its page, its hour, and what it names', async () => {
    const watching = { role: 'view', canWatch: true, canHear: true, canPlayArchive: true, canSeeEvents: true };
    await expect(embedded()).resolves.toMatchObject({
      cameraId,
      customerId: owner,
      viewerKind: 'embed',
      capabilities: { ...watching, canMove: false, canTalk: false, canManageAccess: false, canChangeSettings: false },
      partner: { origin, apiKey: null, link: null, viewerId: null },
      sharedBy: null,
      watermark: null,
    });
    await expect(embedded({ withAudio: false, archive: null })).resolves.toMatchObject({
      capabilities: { canHear: false, canPlayArchive: false, canSeeEvents: false },
    });
    await expect(embedded({ withPtz: true, withTalk: true })).resolves.toMatchObject({ capabilities: { canMove: true, canTalk: true } });
    const other = await insertCamera(database.db, owner);
    await expect(embedded({}, other)).rejects.toMatchObject({ code: 'not-found' });
    await expect(embedded({ cameraIds: [cameraId, other] }, other)).resolves.toMatchObject({ cameraId: other });
    const token = await embed();
    for (const foreign of ['https://evil.example', 'http://shop.example', 'https://shop.example.evil.example', null]) {
      await expect(access.authorizeToken(token, cameraId, { origin: foreign, address })).rejects.toMatchObject({
        code: 'origin-forbidden',
      });
    }
    await expect(access.authorizeToken(`${token}x`, cameraId, page)).rejects.toMatchObject({ code: 'unauthorized' });
    clock.advance(60_000);
    await expect(access.authorizeToken(token, cameraId, page)).rejects.toMatchObject({ code: 'unauthorized' });
  });

  test('an embed token for the archive alone: the live picture is refused, and not as outside of its hours', async () => {
    const viewed = await embedded({ live: false, archive: { kind: 'period', from: 5, until: 9 } });
    expect(viewed.capabilities).toMatchObject({ canWatch: false, canPlayArchive: true, archiveFrom: 5, archiveUntil: 9 });
    expect(() => requireRight(viewed, 'archive')).not.toThrow();
    expect(() => requireRight(viewed, 'events')).not.toThrow();
    expect(() => requireRight(viewed, 'watch')).toThrow(expect.objectContaining({ code: 'forbidden' }));
  });

  test('the watermark of a page is its viewer; that of its issuer can’t be replaced', async () => {
    const named = { viewerId: 'order 1042', hasWatermark: true };
    await expect(embedded(named)).resolves.toMatchObject({ watermark: 'order 1042', capabilities: { hasWatermark: true } });
    await expect(embedded({ viewerId: 'order 1042' })).resolves.toMatchObject({ watermark: null, partner: { viewerId: 'order 1042' } });
    await insertGrant(database.db, cameraId, viewer, { access: 'full', has_watermark: 1 });
    await expect(embedded({ ...named, customerId: viewer })).resolves.toMatchObject({ watermark: 'viewer@example.com · order 1042' });
  });

  test('an embed token that was revoked opens nothing, and ends what runs', async () => {
    const token = await embed();
    const viewed = await access.authorizeToken(token, cameraId, page);
    await expect(access.recheck(viewed, 'watch', null)).resolves.toMatchObject({ cameraId });
    await database.db.deleteFrom('embed_tokens').execute();
    await expect(access.authorizeToken(token, cameraId, page)).rejects.toMatchObject({ code: 'unauthorized' });
    await expect(access.recheck(viewed, 'watch', null)).rejects.toMatchObject({ code: 'access-ended' });
  });

  test('an embed token grants no more than its issuer has, and nothing once the issuer has lost access', async () => {
    await insertGrant(database.db, cameraId, viewer, { access: 'full', with_archive: 0 });
    const token = await embed({ customerId: viewer, withTalk: true });
    await expect(access.authorizeToken(token, cameraId, page)).resolves.toMatchObject({
      capabilities: { canHear: true, canPlayArchive: false, canTalk: true },
    });
    await database.db.updateTable('camera_grants').set({ with_audio: 0 }).execute();
    await expect(access.authorizeToken(token, cameraId, page)).resolves.toMatchObject({ capabilities: { canHear: false, canTalk: false } });
    await database.db.deleteFrom('camera_grants').execute();
    await expect(access.authorizeToken(token, cameraId, page)).rejects.toMatchObject({ code: 'not-found' });
  });

  test('outside of its hours a camera is visible and nothing more; with full access its settings stay open', async () => {
    // It is 15:00 in Moscow.
    await insertGrant(database.db, cameraId, viewer, { daily_from: 16 * 60, daily_until: 18 * 60 });
    expect((await access.resolve(viewer, cameraId))?.capabilities).toMatchObject({
      isVisible: true,
      canWatch: false,
      canHear: false,
      canPlayArchive: false,
      opensAt: clock.now() + 3_600_000,
    });
    await database.db.updateTable('camera_grants').set({ access: 'full' }).execute();
    expect((await access.resolve(viewer, cameraId))?.capabilities).toMatchObject({
      canWatch: false,
      canChangeSettings: true,
      canMove: false,
    });
    clock.advance(3_600_000);
    expect((await access.resolve(viewer, cameraId))?.capabilities).toMatchObject({ canWatch: true, canMove: true, opensAt: null });
  });

  test('who shared it is the creator of the link, else the owner; a watermark shows the viewer', async () => {
    const helper = await insertCustomer(database.db, 'helper@example.com');
    await insertGrant(database.db, cameraId, helper, { access: 'full' });
    const inviteId = await insertInvite(database.db, cameraId, helper, { max_viewers: 3 });
    await insertGrant(database.db, cameraId, viewer, { invite_id: inviteId, has_watermark: 1 });
    const shared = { inviteId, maxViewers: 3, sharedBy: 'helper@example.com', watermark: 'viewer@example.com' };
    expect(await access.resolve(viewer, cameraId)).toMatchObject(shared);
    await database.db.updateTable('customers').set({ deleted_at: 1 }).where('id', '=', helper).execute();
    expect(await access.resolve(viewer, cameraId)).toMatchObject({ inviteId, sharedBy: 'owner@example.com' });
  });

  test('an embed token has the limits of its issuer, too: period, hours, watermark and end', async () => {
    const limits = { archive_from: 5, archive_until: 9, has_watermark: 1, expires_at: clock.now() + 30_000 } as const;
    await insertGrant(database.db, cameraId, viewer, { access: 'full', ...limits, daily_from: 0, daily_until: 15 * 60 + 1 });
    const token = await embed({ customerId: viewer });
    const running = await access.authorizeToken(token, cameraId, page);
    expect(running).toMatchObject({
      viewerKind: 'embed',
      capabilities: { canWatch: true, archiveFrom: 5, archiveUntil: 9, expiresAt: clock.now() + 30_000, canChangeSettings: false },
      watermark: 'viewer@example.com',
    });
    await database.db
      .updateTable('camera_grants')
      .set({ daily_until: 15 * 60 })
      .execute();
    await expect(access.authorizeToken(token, cameraId, page)).resolves.toMatchObject({ capabilities: { canWatch: false } });
    await expect(access.recheck(running, 'watch', null)).rejects.toMatchObject({ code: 'access-outside-hours' });
    await database.db.updateTable('camera_grants').set({ access: 'view' }).execute();
    await expect(access.authorizeToken(token, cameraId, page)).rejects.toMatchObject({ code: 'forbidden' });
    await expect(access.recheck(running, 'watch', null)).rejects.toMatchObject({ code: 'access-ended' });
  });

  describe('a guest', () => {
    let inviteId: string;
    let guestId: string;
    beforeEach(async () => {
      inviteId = await insertInvite(database.db, cameraId, owner);
      guestId = await insertGuest(database.db, inviteId, { joined_at: 77 });
    });
    const guest = (over: Partial<Parameters<typeof signGuestToken>[1]> = {}) =>
      access.authorizeToken(signGuestToken(tokens, { guestId, inviteId, exp: clock.now() + 60_000, ...over }), cameraId, program);
    const change = (values: Partial<InvitesTable>) => database.db.updateTable('invites').set(values).execute();

    test('watches what the link gives, and does nothing else, whatever the link says', async () => {
      await change({ access: 'full', with_audio: 0, with_ptz: 1, has_watermark: 1, max_viewers: 2 });
      const seen = await guest();
      expect(seen).toMatchObject({
        customerId: owner,
        viewerKind: 'guest',
        guestId,
        inviteId,
        maxViewers: 2,
        sharedBy: 'owner@example.com',
        watermark: 'Neighbours',
        capabilities: {
          role: 'view',
          canWatch: true,
          canHear: false,
          canPlayArchive: true,
          archiveFrom: null,
          canMove: false,
          canTalk: false,
        },
      });
      for (const right of ['move', 'settings', 'manage-access', 'delete-data'] as const)
        expect(() => requireRight(seen, right)).toThrow('forbidden');
      await change({ archive_kind: 'from-acceptance', label: '' });
      expect(await guest()).toMatchObject({ capabilities: { archiveFrom: 77 }, watermark: 'guest' });
    });

    test.each([
      ['revoked', () => change({ revoked_at: 5 })],
      ['over', () => change({ expires_at: clock.now() })],
      ['for users only now', () => change({ allows_guests: 0 })],
      ['of other cameras', () => database.db.deleteFrom('invite_cameras').execute()],
      ['of a deleted account', () => database.db.updateTable('customers').set({ deleted_at: 1 }).where('id', '=', owner).execute()],
    ])('loses the camera at once when the link is %s', async (_, end) => {
      const seen = await guest();
      await end();
      await expect(guest()).rejects.toMatchObject({ code: 'not-found' });
      await expect(access.recheck(seen, 'watch', null)).rejects.toMatchObject({ code: 'access-ended' });
    });

    test('has access only while the creator of the link can give it', async () => {
      const helper = await insertCustomer(database.db, 'helper@example.com');
      await change({ creator_id: helper });
      await expect(guest()).rejects.toMatchObject({ code: 'not-found' });
      await insertGrant(database.db, cameraId, helper, { access: 'full' });
      await expect(guest()).resolves.toMatchObject({ customerId: helper, sharedBy: 'helper@example.com' });
      for (const less of [
        { with_audio: 0 },
        { archive_from: 5 },
        { daily_from: 0, daily_until: 1439 },
        { has_watermark: 1 },
        { access: 'view' },
      ] as const) {
        await database.db.deleteFrom('camera_grants').execute();
        await insertGrant(database.db, cameraId, helper, { access: 'full', ...less });
        await expect(guest()).rejects.toMatchObject({ code: 'not-found' });
      }
    });

    test('is nobody without a valid token, and after leaving', async () => {
      const seen = await guest();
      await expect(guest({ exp: clock.now() })).rejects.toMatchObject({ code: 'unauthorized' });
      await expect(guest({ inviteId: 'other' })).rejects.toMatchObject({ code: 'not-found' });
      await expect(access.authorizeToken('guest.e30.x', cameraId, program)).rejects.toMatchObject({ code: 'unauthorized' });
      await database.db.deleteFrom('guests').execute();
      await expect(guest()).rejects.toMatchObject({ code: 'unauthorized' });
      await expect(access.recheck(seen, 'watch', null)).rejects.toMatchObject({ code: 'access-ended' });
    });
  });

  test('media in progress outlive their access token, but neither the grant nor the sign-in', async () => {
    await insertGrant(database.db, cameraId, viewer);
    const known = await access.authorizeToken('access.viewer', cameraId, program);
    await expect(access.recheck(known, 'archive', 'fam_1')).resolves.toMatchObject({ customerId: viewer });
    await database.db.updateTable('camera_grants').set({ with_archive: 0 }).execute();
    await expect(access.recheck(known, 'archive', 'fam_1')).rejects.toMatchObject({ code: 'no-archive-access' });
    await database.db.deleteFrom('camera_grants').execute();
    await expect(access.recheck(known, 'watch', 'fam_1')).rejects.toMatchObject({ code: 'access-ended' });
    isRunning = false;
    await expect(access.recheck(known, 'watch', 'fam_1')).rejects.toMatchObject({ code: 'session-expired' });
  });

  test('is resolved by one query each time', async () => {
    await insertGrant(database.db, cameraId, viewer);
    let queries = 0;
    const counted = database.db.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        queries += 1;
        return result;
      },
    });
    const resolver = createCameraAccess({
      db: counted,
      clock,
      tokens,
      ...partnersOf({ db: counted, clock, tokens }),
      readAccessToken: async () => ({ customerId: viewer }),
      isSessionRunning: async () => true,
    });
    expect(await resolver.resolve(viewer, cameraId)).not.toBeNull();
    expect(await resolver.resolve(owner, cameraId)).toMatchObject({ viewerKind: 'owner' });
    expect(queries).toBe(2);
  });
});
