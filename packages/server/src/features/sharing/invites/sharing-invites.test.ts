import { getCamera } from '@watchpost/contract/endpoints/cameras';
import {
  acceptInvite,
  createInvite,
  getAccessLog,
  getInvitation,
  listCameraInvites,
  listInvites,
  revokeInvite,
  updateInvite,
} from '@watchpost/contract/endpoints/sharing';
import { accessLogPageSchema, inviteListSchema, inviteSchema } from '@watchpost/contract/schemas/sharing';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { describeDatabases } from '../../../testing/databases.ts';
import { insertCamera, insertGrant } from '../../../testing/people.ts';
import { createSharingScene, plainOptions, type SharingPerson, type SharingScene } from '../../../testing/sharing-scene.ts';

let names = 0;
const fresh = (name: string): string => `${name}-${(names += 1)}`;
const hour = 60 * 60_000;

describeDatabases('links', (engine) => {
  let scene: SharingScene;
  let owner: SharingPerson;
  let full: SharingPerson;
  let cameraId: string;

  beforeAll(async () => {
    scene = await createSharingScene(engine);
  }, 60_000);
  beforeEach(async () => {
    owner = await scene.person(fresh('owner'));
    full = await scene.person(fresh('full'));
    cameraId = await insertCamera(scene.db, owner.id);
    await insertGrant(scene.db, cameraId, full.id, { access: 'full' });
  });
  afterAll(() => scene.close());

  const create = async (person: SharingPerson, over: object = {}) =>
    scene.call(person, createInvite, { body: { ...plainOptions, cameraIds: [cameraId], ...over } });
  const errorOf = (body: unknown): unknown => (body as { error?: { code?: string } } | null)?.error?.code;
  const own = async (person: SharingPerson) => inviteListSchema.parse((await scene.call(person, listInvites)).body);
  const ofCamera = async (person: SharingPerson) =>
    inviteListSchema.parse((await scene.call(person, listCameraInvites, { parameters: { id: cameraId } })).body);
  const accept = (person: SharingPerson, { id, token }: { readonly id: string; readonly token: string }) =>
    scene.call(person, acceptInvite, { parameters: { id }, body: { token } });

  test('every option is stored as it was given', async () => {
    const expiresAt = Date.now() + hour;
    const options = {
      label: 'Courier <door>',
      access: 'view',
      withAudio: false,
      withArchive: true,
      archiveRange: { kind: 'period', from: 1000, until: 2000 },
      withPtz: true,
      dailyWindow: { fromMinutes: 1200, untilMinutes: 360 },
      hasWatermark: true,
      expiresAt,
      maxUsers: 3,
      maxViewers: 2,
      allowsGuests: true,
      hasPicture: true,
    } as const;
    const { status, body } = await create(owner, options);
    expect(status).toBe(201);
    const invite = inviteSchema.parse(body);
    expect(invite).toMatchObject({ ...options, isOwn: true, state: 'active', userCount: 0, guestCount: 0, revokedAt: null });
    expect(invite.token).toMatch(/^[0-9a-f]{32}$/);
    expect(await own(owner)).toEqual([invite]);
    const stored = await scene.db.selectFrom('invites').selectAll().where('id', '=', invite.id).executeTakeFirstOrThrow();
    expect(JSON.stringify(stored)).not.toContain(invite.token);
  });

  test('nobody shares a camera that they can only watch, or more than they have', async () => {
    const view = await scene.person(fresh('view'));
    await insertGrant(scene.db, cameraId, view.id);
    expect((await create(view)).status).toBe(403);
    expect((await create(await scene.person(fresh('stranger')))).status).toBe(404);
    const limited = await scene.person(fresh('limited'));
    const until = Date.now() + hour;
    await insertGrant(scene.db, cameraId, limited.id, { access: 'full', with_audio: 0, expires_at: until });
    for (const over of [{ expiresAt: until }, { withAudio: false }, { withAudio: false, expiresAt: until + 1 }]) {
      const { status, body } = await create(limited, over);
      expect([status, errorOf(body)]).toEqual([403, 'share-exceeds-access']);
    }
    expect((await create(limited, { withAudio: false, expiresAt: until })).status).toBe(201);
    expect((await create(owner, { cameraIds: [cameraId, 'unknown'] })).status).toBe(404);
  });

  test('options that contradict the time are refused', async () => {
    for (const over of [{ expiresAt: 1 }, { archiveRange: { kind: 'period', from: 2000, until: 2000 } }]) {
      const { status, body } = await create(owner, over);
      expect([status, errorOf(body)]).toEqual([422, 'invalid-request']);
    }
  });

  test('others who manage the camera see the link without its token and its other cameras, and can only revoke it', async () => {
    const other = await insertCamera(scene.db, owner.id);
    const invite = await scene.share(owner, [cameraId, other]);
    expect(await ofCamera(full)).toMatchObject([
      { id: invite.id, isOwn: false, token: null, creator: { email: owner.email }, cameras: [{ id: cameraId }] },
    ]);
    expect(await own(full)).toEqual([]);
    const change = { parameters: { id: invite.id }, body: { label: 'Mine' } };
    expect((await scene.call(full, updateInvite, change)).status).toBe(403);
    expect((await scene.call(await scene.person(fresh('stranger')), updateInvite, change)).status).toBe(404);
    expect((await scene.call(full, revokeInvite, { parameters: { id: invite.id } })).status).toBe(204);
    expect(await own(owner)).toMatchObject([{ state: 'revoked', token: null }]);
    expect((await scene.call(owner, updateInvite, change)).status).toBe(409);
    // Again, without an effect.
    expect((await scene.call(owner, revokeInvite, { parameters: { id: invite.id } })).status).toBe(204);
  });

  test('changes are applied to the fields that were sent, two at the same time both', async () => {
    const invite = await scene.share(owner, [cameraId], { label: 'Before', withAudio: false });
    const change = (body: object) => scene.call(owner, updateInvite, { parameters: { id: invite.id }, body });
    await Promise.all([change({ label: 'After' }), change({ withArchive: false }), change({ maxUsers: 5 })]);
    expect(await own(owner)).toMatchObject([{ label: 'After', withArchive: false, withAudio: false, maxUsers: 5, token: invite.token }]);
    const second = await insertCamera(scene.db, owner.id);
    expect((await change({ cameraIds: [second] })).body).toMatchObject({ cameras: [{ id: second }] });
    expect((await change({ cameraIds: ['unknown'] })).status).toBe(404);
    expect((await change({ expiresAt: 1 })).status).toBe(422);
  });

  test('an expired link works again when its creator extends it', async () => {
    const invite = await scene.share(owner, [cameraId]);
    await scene.db.updateTable('invites').set({ expires_at: 1 }).where('id', '=', invite.id).execute();
    expect(await own(owner)).toMatchObject([{ state: 'expired', token: null }]);
    const change = async (body: object) => (await scene.call(owner, updateInvite, { parameters: { id: invite.id }, body })).status;
    expect(await change({ label: 'Old' })).toBe(200);
    expect(await own(owner)).toMatchObject([{ state: 'expired', label: 'Old' }]);
    expect(await change({ expiresAt: Date.now() + hour })).toBe(200);
    expect(await own(owner)).toMatchObject([{ state: 'active', token: invite.token }]);
  });

  test('revoking keeps those who accepted; with removeUsers they lose what they got by this link, and nothing else', async () => {
    const anna = await scene.person(fresh('anna'));
    const boris = await scene.person(fresh('boris'));
    const first = await scene.share(owner, [cameraId]);
    const second = await scene.share(owner, [cameraId]);
    await accept(anna, first);
    await accept(boris, second);
    const sees = async (person: SharingPerson) => (await scene.call(person, getCamera, { parameters: { id: cameraId } })).status;
    await scene.call(owner, revokeInvite, { parameters: { id: first.id } });
    expect([await sees(anna), await sees(boris)]).toEqual([200, 200]);
    await scene.call(full, revokeInvite, { parameters: { id: first.id }, query: '?removeUsers=true' });
    expect([await sees(anna), await sees(boris), await sees(full)]).toEqual([404, 200, 200]);
    expect((await ofCamera(owner)).find(({ id }) => id === first.id)).toMatchObject({ userCount: 1, state: 'revoked' });
  });

  test('a user who removes a link’s users keeps their own access, and removes nobody from cameras that they don’t manage', async () => {
    const partner = await scene.person(fresh('partner'));
    const anna = await scene.person(fresh('anna'));
    const other = await insertCamera(scene.db, owner.id);
    const invite = await scene.share(owner, [cameraId, other], { access: 'full' });
    await accept(anna, invite);
    await accept(partner, invite);
    await scene.db
      .updateTable('camera_grants')
      .set({ access: 'view' })
      .where('camera_id', '=', other)
      .where('customer_id', '=', partner.id)
      .execute();
    await scene.call(partner, revokeInvite, { parameters: { id: invite.id }, query: '?removeUsers=true' });
    const left = await scene.db.selectFrom('camera_grants').selectAll().where('invite_id', '=', invite.id).execute();
    const namesOf = (row: (typeof left)[number]): string =>
      `${row.camera_id === cameraId ? 'camera' : 'other'} ${row.customer_id === anna.id ? 'anna' : 'partner'}`;
    expect(left.map(namesOf).sort()).toEqual(['camera partner', 'other anna', 'other partner']);
  });

  test('a link whose creator can no longer share counts as revoked', async () => {
    const invite = await scene.share(full, [cameraId]);
    await scene.db.deleteFrom('camera_grants').where('customer_id', '=', full.id).execute();
    expect(await own(full)).toMatchObject([{ id: invite.id, state: 'revoked', token: null, revokedAt: null }]);
    expect((await scene.call(owner, getInvitation, { parameters: { token: invite.token } })).status).toBe(404);
  });

  test('at most 1000 active links', async () => {
    const row = {
      ...(await scene.db
        .selectFrom('invites')
        .selectAll()
        .where('id', '=', (await scene.share(owner, [cameraId])).id)
        .executeTakeFirstOrThrow()),
    };
    const copies = Array.from({ length: 998 }, (_, index) => ({
      ...row,
      id: `${row.id}-${index}`,
      token_hash: `${row.token_hash}-${index}`,
    }));
    for (let start = 0; start < copies.length; start += 100)
      await scene.db
        .insertInto('invites')
        .values(copies.slice(start, start + 100))
        .execute();
    const answers = await Promise.all([create(owner), create(owner)]);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201, 409]));
    await scene.db.updateTable('invites').set({ revoked_at: 1 }).where('id', '=', `${row.id}-0`).execute();
    expect((await create(owner)).status).toBe(201);
  });

  test('the access log has what happened to the link, with its label', async () => {
    const anna = await scene.person(fresh('anna'));
    const invite = await scene.share(owner, [cameraId], { label: 'Courier' });
    await accept(anna, invite);
    await scene.call(owner, updateInvite, { parameters: { id: invite.id }, body: { maxUsers: 9 } });
    await scene.call(full, revokeInvite, { parameters: { id: invite.id }, query: '?removeUsers=true' });
    const { body } = await scene.call(owner, getAccessLog, { query: `?cameraId=${cameraId}` });
    const entries = accessLogPageSchema
      .parse(body)
      .entries.map(({ kind, who, subject, grant }) => [kind, who.kind === 'user' && who.email, subject, grant.kind]);
    const byText = (a: unknown, b: unknown): number => String(a).localeCompare(String(b));
    expect(entries.sort(byText)).toEqual(
      [
        ['link-created', owner.email, 'Courier', 'owner'],
        ['link-accepted', anna.email, 'Courier', 'link'],
        ['link-changed', owner.email, 'Courier', 'owner'],
        ['link-revoked', full.email, 'Courier', 'full'],
        ['access-revoked', full.email, anna.email, 'full'],
      ].sort(byText),
    );
  });
});
