import { getCamera, removeCamera } from '@watchpost/contract/endpoints/cameras';
import {
  acceptInvite,
  becomeGuest,
  getAccessLog,
  listCameraInvites,
  listCameraUsers,
  listUsers,
  removeCameraUser,
  removeUser,
  updateCameraUser,
} from '@watchpost/contract/endpoints/sharing';
import {
  accessLogPageSchema,
  cameraUsersSchema,
  cameraUserSchema,
  inviteListSchema,
  usersSchema,
} from '@watchpost/contract/schemas/sharing';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { describeDatabases } from '../../../testing/databases.ts';
import { insertCamera, insertCustomer, insertGrant } from '../../../testing/people.ts';
import { createSharingScene, type SharingPerson, type SharingScene } from '../../../testing/sharing-scene.ts';

let names = 0;
const fresh = (name: string): string => `${name}-${String((names += 1)).padStart(3, '0')}`;
const errorOf = (body: unknown): unknown => (body as { error?: { code?: string } } | null)?.error?.code;

describeDatabases('users of cameras', (engine) => {
  let scene: SharingScene;
  let owner: SharingPerson;
  let full: SharingPerson;
  let view: SharingPerson;
  let cameraId: string;

  beforeAll(async () => {
    scene = await createSharingScene(engine);
  }, 60_000);
  beforeEach(async () => {
    owner = await scene.person(fresh('owner'));
    full = await scene.person(fresh('full'));
    view = await scene.person(fresh('view'));
    cameraId = await insertCamera(scene.db, owner.id);
    await insertGrant(scene.db, cameraId, full.id, { access: 'full' });
    await insertGrant(scene.db, cameraId, view.id);
  });
  afterAll(() => scene.close());

  const list = async (person: SharingPerson, query = '') =>
    cameraUsersSchema.parse((await scene.call(person, listCameraUsers, { parameters: { id: cameraId }, query })).body);
  const listAll = async (person: SharingPerson, query = '') => usersSchema.parse((await scene.call(person, listUsers, { query })).body);
  const change = (actor: SharingPerson, target: SharingPerson, body: object) =>
    scene.call(actor, updateCameraUser, { parameters: { id: cameraId, customerId: target.id }, body });
  const remove = async (actor: SharingPerson, target: SharingPerson) =>
    (await scene.call(actor, removeCameraUser, { parameters: { id: cameraId, customerId: target.id } })).status;
  const grantOf = ({ id }: SharingPerson) =>
    scene.db.selectFrom('camera_grants').selectAll().where('camera_id', '=', cameraId).where('customer_id', '=', id).executeTakeFirst();
  const watched = (viewerId: string, at: number, until: number | null, over: { kind?: string; id?: string } = {}) =>
    scene.db
      .insertInto('access_log')
      .values({
        id: `log_${viewerId}_${at}`,
        camera_id: over.id ?? cameraId,
        kind: over.kind ?? 'live',
        at,
        until,
        seen_at: until ?? at,
        range_from: null,
        range_until: null,
        viewer_kind: 'user',
        viewer_id: viewerId,
        subject: null,
        browser: null,
        system: null,
        grant_kind: 'view',
        invite_id: null,
        invite_label: null,
      })
      .execute();

  test('the owner comes first, then the others by address; expired access and deleted accounts are left out', async () => {
    const expired = await scene.person(fresh('expired'));
    const deleted = await scene.person(fresh('deleted'));
    await insertGrant(scene.db, cameraId, expired.id, { expires_at: 1 });
    await insertGrant(scene.db, cameraId, deleted.id);
    await scene.db.updateTable('customers').set({ deleted_at: 1 }).where('id', '=', deleted.id).execute();
    const { users, total, next } = await list(full);
    expect(users.map(({ email, isOwner, isSelf }) => [email, isOwner, isSelf])).toEqual([
      [owner.email, true, false],
      [full.email, false, true],
      [view.email, false, false],
    ]);
    expect([total, next]).toEqual([3, null]);
    expect(users[0]).toMatchObject({ grant: null, source: null, grantedAt: null });
    expect(users[2]).toMatchObject({ grant: { access: 'view', withAudio: true }, source: null, grantedAt: 1 });
  });

  test('pages have every user once', async () => {
    const added = await Promise.all(Array.from({ length: 7 }, () => insertCustomer(scene.db, `${fresh('crowd')}@example.com`)));
    for (const id of added) await insertGrant(scene.db, cameraId, id);
    const seen: string[] = [];
    const all: string[] = [];
    for (let next: string | null = '', pages = 0; next !== null && pages < 9; pages += 1) {
      const page: Awaited<ReturnType<typeof list>> = await list(
        owner,
        `?limit=3${next === '' ? '' : `&cursor=${encodeURIComponent(next)}`}`,
      );
      seen.push(...page.users.map(({ customerId }) => customerId));
      expect(page.total).toBe(10);
      next = page.next;
    }
    for (let next: string | null = '', pages = 0; next !== null && pages < 9; pages += 1) {
      const page: Awaited<ReturnType<typeof listAll>> = await listAll(
        owner,
        `?limit=4${next === '' ? '' : `&cursor=${encodeURIComponent(next)}`}`,
      );
      all.push(...page.users.map(({ customerId }) => customerId));
      next = page.next;
    }
    const expected = [owner.id, full.id, view.id, ...added].sort();
    expect([seen.sort(), all.sort()]).toEqual([expected, expected]);
  });

  test('the link by which access came, and when the camera was last watched', async () => {
    const anna = await scene.person(fresh('anna'));
    const link = await scene.share(owner, [cameraId], { label: 'Courier' });
    await scene.call(anna, acceptInvite, { parameters: { id: link.id }, body: { token: link.token } });
    const other = await insertCamera(scene.db, owner.id);
    await watched(anna.id, 1000, 2000);
    await watched(anna.id, 3000, null);
    await watched(view.id, 5000, 6000);
    await watched(full.id, 7000, 7000, { kind: 'link-created' });
    await watched(full.id, 8000, 9000, { id: other });
    const { users } = await list(owner);
    const of = ({ id }: SharingPerson) => users.find(({ customerId }) => customerId === id);
    expect(of(anna)).toMatchObject({
      source: { inviteId: link.id, label: 'Courier', creatorEmail: owner.email },
      lastWatchedAt: 3000,
      isWatching: true,
    });
    expect(of(view)).toMatchObject({ lastWatchedAt: 6000, isWatching: false });
    expect(of(full)).toMatchObject({ lastWatchedAt: null, isWatching: false });
  });

  test('all users of all cameras that a user manages, with what each has', async () => {
    const second = await insertCamera(scene.db, owner.id, { created_at: 2 });
    const foreign = await insertCamera(scene.db, view.id);
    await insertGrant(scene.db, second, view.id, { access: 'full' });
    await insertGrant(scene.db, foreign, full.id);
    const { users, total } = await listAll(owner);
    expect(total).toBe(3);
    expect(
      users.map(({ email, cameras }) => [
        email,
        cameras.map((camera) => [camera.cameraId === second, camera.isOwner, camera.grant?.access]),
      ]),
    ).toEqual([
      [full.email, [[false, false, 'full']]],
      [
        owner.email,
        [
          [false, true, undefined],
          [true, true, undefined],
        ],
      ],
      [
        view.email,
        [
          [false, false, 'view'],
          [true, false, 'full'],
        ],
      ],
    ]);
    // The one who has full access to the first camera sees nothing of the others.
    expect((await listAll(full)).users.map(({ cameras }) => cameras.length)).toEqual([1, 1, 1]);
    expect(await listAll(await scene.person(fresh('stranger')))).toEqual({ users: [], guests: [], total: 0, next: null });
  });

  test('guests are counted by link', async () => {
    const link = await scene.share(owner, [cameraId], { label: 'Door', allowsGuests: true, access: 'full' });
    for (let count = 0; count < 2; count += 1) await scene.call(null, becomeGuest, { parameters: { token: link.token } });
    const guests = await scene.db.selectFrom('guests').select('id').where('invite_id', '=', link.id).execute();
    await watched(guests[0]?.id ?? '', 4000, null);
    const expected = {
      source: { inviteId: link.id, label: 'Door' },
      grant: { access: 'view' },
      count: 2,
      lastWatchedAt: 4000,
      isWatching: true,
    };
    expect((await list(full)).guests).toMatchObject([expected]);
    expect((await listAll(owner)).guests).toMatchObject([{ ...expected, cameraIds: [cameraId] }]);
    const invites = (await scene.call(owner, listCameraInvites, { parameters: { id: cameraId } })).body;
    expect(inviteListSchema.parse(invites)).toMatchObject([{ guestCount: 2, userCount: 0 }]);
  });

  test('a change is applied to what was sent, and two at the same time both', async () => {
    const { status, body } = await change(owner, view, { withAudio: false, dailyWindow: { fromMinutes: 480, untilMinutes: 1080 } });
    expect(status).toBe(200);
    expect(cameraUserSchema.parse(body)).toMatchObject({
      email: view.email,
      grant: { access: 'view', withAudio: false, withArchive: true, dailyWindow: { fromMinutes: 480, untilMinutes: 1080 } },
    });
    await Promise.all([change(owner, view, { withArchive: false }), change(full, view, { hasWatermark: true })]);
    expect(await grantOf(view)).toMatchObject({ with_audio: 0, with_archive: 0, has_watermark: 1, daily_from: 480 });
    expect((await change(owner, view, { expiresAt: 1 })).status).toBe(422);
    expect((await change(owner, view, { archiveFrom: 5, archiveUntil: 5 })).status).toBe(422);
  });

  test('nobody changes the owner’s access, raises their own, or gives more than they have', async () => {
    expect((await change(full, owner, { withAudio: false })).status).toBe(403);
    expect((await change(full, await scene.person(fresh('nobody')), { withAudio: false })).status).toBe(404);
    expect((await change(full, full, { withAudio: false })).status).toBe(200);
    const raised = await change(full, full, { withAudio: true });
    expect([raised.status, errorOf(raised.body)]).toEqual([403, 'share-exceeds-access']);
    // Without sound, others get none either, but may be lowered in every other way.
    expect((await change(full, view, { access: 'full' })).status).toBe(403);
    expect((await change(full, view, { withArchive: false })).status).toBe(200);
    expect((await change(full, view, { access: 'full', withAudio: false })).status).toBe(200);
    expect(await grantOf(view)).toMatchObject({ access: 'full', with_audio: 0, with_archive: 0 });
    // Restricting one's own access ends one's rights.
    expect((await change(full, full, { access: 'view' })).status).toBe(200);
    expect((await change(full, full, { access: 'full' })).status).toBe(403);
  });

  test('access to one camera is revoked or given up, never the owner’s', async () => {
    expect(await remove(full, owner)).toBe(403);
    expect(await remove(full, view)).toBe(204);
    expect(await remove(full, view)).toBe(404);
    expect((await scene.call(view, getCamera, { parameters: { id: cameraId } })).status).toBe(404);
    expect(await remove(full, full)).toBe(204);
    expect((await list(owner)).users.map(({ email }) => email)).toEqual([owner.email]);
    const entries = accessLogPageSchema.parse((await scene.call(owner, getAccessLog, { query: `?cameraId=${cameraId}` })).body).entries;
    expect(entries.map(({ kind, subject }) => `${kind} ${subject}`).sort()).toEqual(['access-left null', `access-revoked ${view.email}`]);
  });

  test('a user who removes the camera from their own list has left', async () => {
    const anna = await scene.person(fresh('anna'));
    const link = await scene.share(owner, [cameraId], { label: 'Courier' });
    await scene.call(anna, acceptInvite, { parameters: { id: link.id }, body: { token: link.token } });
    expect((await scene.call(anna, removeCamera, { parameters: { id: cameraId } })).status).toBe(204);
    const { body } = await scene.call(owner, getAccessLog, { query: `?cameraId=${cameraId}&kind=access-left` });
    expect(accessLogPageSchema.parse(body).entries).toMatchObject([
      { who: { kind: 'user', email: anna.email }, subject: null, grant: { kind: 'link', inviteId: link.id, label: 'Courier' } },
    ]);
  });

  test('a user is removed from every camera that the caller manages, and from no other', async () => {
    const second = await insertCamera(scene.db, owner.id);
    const foreign = await insertCamera(scene.db, full.id);
    for (const id of [second, foreign]) await insertGrant(scene.db, id, view.id);
    const removeAll = async (actor: SharingPerson, { id }: SharingPerson) =>
      (await scene.call(actor, removeUser, { parameters: { customerId: id } })).status;
    expect(await removeAll(view, full)).toBe(404);
    expect(await removeAll(full, owner)).toBe(403);
    expect(await removeAll(owner, view)).toBe(204);
    const left = await scene.db.selectFrom('camera_grants').select('camera_id').where('customer_id', '=', view.id).execute();
    expect(left).toEqual([{ camera_id: foreign }]);
    expect(await removeAll(owner, view)).toBe(404);
  });

  test('removing a camera and deleting an account end every access and every link of theirs', async () => {
    const kept = await insertCamera(scene.db, owner.id);
    const link = await scene.share(full, [cameraId]);
    const mixed = await scene.share(owner, [cameraId, kept]);
    const anna = await scene.person(fresh('anna'));
    await scene.call(anna, acceptInvite, { parameters: { id: mixed.id }, body: { token: mixed.token } });
    expect((await scene.call(owner, removeCamera, { parameters: { id: cameraId } })).status).toBe(204);
    const grants = await scene.db
      .selectFrom('camera_grants')
      .select(['camera_id', 'customer_id'])
      .where('camera_id', 'in', [cameraId, kept])
      .execute();
    expect(grants).toEqual([{ camera_id: kept, customer_id: anna.id }]);
    const cameras = await scene.db.selectFrom('invite_cameras').selectAll().where('invite_id', 'in', [link.id, mixed.id]).execute();
    expect(cameras).toEqual([{ invite_id: mixed.id, camera_id: kept }]);
    // Registered again, it is another camera: nobody but its owner has it.
    const again = await insertCamera(scene.db, owner.id);
    expect((await scene.call(anna, getCamera, { parameters: { id: again } })).status).toBe(404);
    await scene.db.deleteFrom('customers').where('id', '=', anna.id).execute();
    expect(await scene.db.selectFrom('camera_grants').selectAll().where('camera_id', '=', kept).execute()).toEqual([]);
    expect(await scene.db.selectFrom('invite_users').selectAll().where('invite_id', '=', mixed.id).execute()).toEqual([]);
    await scene.db.deleteFrom('customers').where('id', '=', full.id).execute();
    expect(await scene.db.selectFrom('invites').selectAll().where('id', '=', link.id).execute()).toEqual([]);
  });
});
