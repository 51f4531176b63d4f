import { removeCamera } from '@watchpost/contract/endpoints/cameras';
import { getLocations, saveLocations } from '@watchpost/contract/endpoints/locations';
import {
  acceptInvite,
  becomeGuest,
  getGuestInvitation,
  getInvitation,
  getInvitationPicture,
  listSharedCameras,
  removeCameraUser,
  revokeInvite,
  updateCameraUser,
  updateInvite,
} from '@watchpost/contract/endpoints/sharing';
import { fillPath } from '@watchpost/contract/kernel';
import { systemClock } from '@watchpost/contract/timing/clock';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { loadKeys } from '../../../kernel/keys.ts';
import { createTokens } from '../../../kernel/tokens.ts';
import { describeDatabases } from '../../../testing/databases.ts';
import { insertCamera, insertGrant } from '../../../testing/people.ts';
import { createSharingScene, type SharingPerson, type SharingScene } from '../../../testing/sharing-scene.ts';
import { createAccessNotifier } from '../sharing-changes.ts';
import { createAcceptance } from './sharing-acceptance.ts';
import { createGuessLimit } from './sharing-guess-limit.ts';

let names = 0;
const fresh = (name: string): string => `${name}-${(names += 1)}`;

describeDatabases('accepting a link', (engine) => {
  let scene: SharingScene;
  let owner: SharingPerson;
  let anna: SharingPerson;
  let cameraId: string;

  beforeAll(async () => {
    scene = await createSharingScene(engine);
    owner = await scene.person('owner');
  }, 60_000);
  beforeEach(async () => {
    anna = await scene.person(fresh('anna'));
    cameraId = await insertCamera(scene.db, owner.id);
  });
  afterAll(() => scene.close());

  type Link = { readonly id: string; readonly token: string };
  const accept = async (person: SharingPerson, { id, token }: Link, replace?: boolean) => {
    const body = replace === undefined ? { token } : { token, replace };
    return scene.call(person, acceptInvite, { parameters: { id }, body });
  };
  const outcome = async (person: SharingPerson, link: Link, replace?: boolean) => {
    const { status, body } = await accept(person, link, replace);
    return status === 200 ? body : [status, errorOf(body)];
  };
  const grantsOf = ({ id }: SharingPerson) => scene.db.selectFrom('camera_grants').selectAll().where('customer_id', '=', id).execute();
  const usersOf = async ({ id }: Link) =>
    (await scene.db.selectFrom('invite_users').selectAll().where('invite_id', '=', id).execute()).length;

  test('gives what the link says, and the same again changes nothing', async () => {
    const link = await scene.share(owner, [cameraId], {
      withAudio: false,
      archiveRange: { kind: 'from-acceptance' },
      dailyWindow: { fromMinutes: 480, untilMinutes: 1080 },
    });
    const before = Date.now();
    expect(await outcome(anna, link)).toEqual({ added: [cameraId], replaced: [], unchanged: [] });
    const [grant] = await grantsOf(anna);
    expect(grant).toMatchObject({
      camera_id: cameraId,
      access: 'view',
      with_audio: 0,
      with_archive: 1,
      daily_from: 480,
      daily_until: 1080,
      invite_id: link.id,
    });
    expect(grant?.archive_from).toBeGreaterThanOrEqual(before);
    expect(await outcome(anna, link)).toEqual({ added: [], replaced: [], unchanged: [cameraId] });
    expect(await outcome(anna, link, true)).toEqual({ added: [], replaced: [], unchanged: [cameraId] });
    expect(await grantsOf(anna)).toEqual([grant]);
    expect(await usersOf(link)).toBe(1);
  });

  test.each(['TelegramBot (like TwitterBot)', 'Slackbot-LinkExpanding 1.0', 'WhatsApp/2.24', 'Mozilla/5.0 Chrome/149.0 Safari/537.36'])(
    'reading a link that allows one user uses nothing up, by whatever reads it: %s',
    async (agent) => {
      const link = await scene.share(owner, [cameraId], { maxUsers: 1, maxViewers: 1, allowsGuests: true, hasPicture: true });
      const paths = [
        `/s/${link.token}`,
        ...[getInvitation, getGuestInvitation, listSharedCameras, becomeGuest].map(({ path }) => fillPath(path, { token: link.token })),
        fillPath(getInvitationPicture.path, { token: link.token, cameraId }),
        fillPath(acceptInvite.path, { id: link.id }),
      ];
      for (const path of paths)
        for (const method of ['GET', 'HEAD', 'OPTIONS'])
          for (const headers of [{}, anna.headers]) {
            const answer = await fetch(scene.server.url + path, { method, headers: { ...headers, 'user-agent': agent } });
            expect([answer.status < 500, answer.headers.get('set-cookie')], `${method} ${path}`).toEqual([true, null]);
          }
      const guests = await scene.db.selectFrom('guests').selectAll().where('invite_id', '=', link.id).execute();
      expect([await usersOf(link), guests, await grantsOf(anna)]).toEqual([0, [], []]);
      expect(await outcome(anna, link)).toMatchObject({ added: [cameraId] });
      expect(await usersOf(link)).toBe(1);
    },
  );

  test('in two tabs at once: one gives the access, the other finds it given', async () => {
    const link = await scene.share(owner, [cameraId]);
    const answers = await Promise.all([accept(anna, link), accept(anna, link), accept(anna, link)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const bodies = answers.map(({ body }) => JSON.stringify(body)).sort();
    expect(bodies.filter((body) => body === JSON.stringify({ added: [cameraId], replaced: [], unchanged: [] }))).toHaveLength(1);
    expect(bodies.filter((body) => body === JSON.stringify({ added: [], replaced: [], unchanged: [cameraId] }))).toHaveLength(2);
    expect(await grantsOf(anna)).toHaveLength(1);
    expect(await usersOf(link)).toBe(1);
  });

  test('two links of the same camera at once: one is accepted, the other collides', async () => {
    const view = await scene.share(owner, [cameraId]);
    const full = await scene.share(owner, [cameraId], { access: 'full' });
    const statuses = (await Promise.all([accept(anna, view), accept(anna, full)])).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([200, 409]));
    expect(await grantsOf(anna)).toHaveLength(1);
  });

  test('20 users at once never exceed the limit of users; those who accepted can do so again', async () => {
    const link = await scene.share(owner, [cameraId], { maxUsers: 7 });
    const people = await Promise.all(Array.from({ length: 20 }, () => scene.person(fresh('crowd'))));
    const outcomes = await Promise.all(people.map((person) => outcome(person, link)));
    const given = people.filter((_, index) => JSON.stringify(outcomes[index])?.includes('added') === true);
    expect(given).toHaveLength(7);
    expect(outcomes.filter((each) => JSON.stringify(each) === '[409,"invite-full"]')).toHaveLength(13);
    expect(await usersOf(link)).toBe(7);
    for (const person of given) expect(await outcome(person, link)).toMatchObject({ unchanged: [cameraId] });
    expect(await outcome(anna, link)).toEqual([409, 'invite-full']);
  });

  test('a link that is revoked, expired, of another token or unknown does not exist', async () => {
    const revoked = await scene.share(owner, [cameraId]);
    await scene.call(owner, revokeInvite, { parameters: { id: revoked.id } });
    const expired = await scene.share(owner, [cameraId]);
    await scene.db.updateTable('invites').set({ expires_at: 1 }).where('id', '=', expired.id).execute();
    const active = await scene.share(owner, [cameraId]);
    const unknown = { id: 'inv_unknown', token: 'f'.repeat(32) };
    for (const link of [revoked, expired, { id: active.id, token: expired.token }, { id: expired.id, token: active.token }, unknown]) {
      expect(await outcome(anna, link)).toEqual([404, 'not-found']);
    }
    expect((await scene.call(anna, acceptInvite, { parameters: { id: active.id }, body: {} })).status).toBe(422);
    expect(await grantsOf(anna)).toEqual([]);
  });

  test('a link that is revoked while users accept gives each of them all or nothing, and nobody anything afterwards', async () => {
    const people = await Promise.all(Array.from({ length: 6 }, () => scene.person(fresh('race'))));
    const cameraIds = [cameraId, await insertCamera(scene.db, owner.id)].toSorted();
    // At once, and as soon as that many of them have an answer.
    for (let count = 0; count <= people.length; count += 1) {
      const link = await scene.share(owner, cameraIds);
      const { promise: isTime, resolve: revokeNow } = Promise.withResolvers<void>();
      if (count === 0) revokeNow();
      let answered = 0;
      const [revocation, ...statuses] = await Promise.all([
        isTime.then(() => scene.call(owner, revokeInvite, { parameters: { id: link.id } })),
        ...people.map(async (person) => {
          const { status } = await accept(person, link);
          if ((answered += 1) === count) revokeNow();
          return status;
        }),
      ]);
      expect(revocation.status).toBe(204);
      expect(statuses.filter((status) => status !== 200 && status !== 404)).toEqual([]);
      for (const [index, person] of people.entries()) {
        const granted = (await grantsOf(person)).toSorted((a, b) => (a.camera_id < b.camera_id ? -1 : 1));
        const wanted = statuses[index] === 200 ? cameraIds.map((id) => [id, link.id]) : [];
        expect(granted.map((grant) => [grant.camera_id, grant.invite_id])).toEqual(wanted);
      }
      expect(await usersOf(link)).toBe(statuses.filter((status) => status === 200).length);
      for (const person of [...people, anna]) expect(await outcome(person, link, true)).toEqual([404, 'not-found']);
      await scene.db.deleteFrom('camera_grants').where('invite_id', '=', link.id).execute();
    }
  });

  test('a link that is revoked after it was read, but before it is accepted, gives nothing', async () => {
    const link = await scene.share(owner, [cameraId]);
    let revoked: number | null = null;
    const { db } = scene;
    const acceptRead = createAcceptance({
      db: db.withPlugin({
        transformQuery: ({ node }) => node,
        transformResult: async ({ result }) => {
          revoked ??= (await scene.call(owner, revokeInvite, { parameters: { id: link.id } })).status;
          return result;
        },
      }),
      clock: systemClock,
      tokens: createTokens(loadKeys(scene.server.config).tokens),
      limit: createGuessLimit(systemClock),
      record: async () => undefined,
      notifier: createAccessNotifier(),
    });
    const actor = { customerId: anna.id, device: { browser: null, system: null } };
    const acceptance = { inviteId: link.id, token: link.token, replace: false, address: '203.0.113.1' };
    await expect(acceptRead(actor, acceptance)).rejects.toMatchObject({ code: 'not-found' });
    expect(revoked).toBe(204);
    expect([await grantsOf(anna), await usersOf(link)]).toEqual([[], 0]);
  });

  test('the owner of all its cameras is refused, of some keeps them unchanged', async () => {
    const full = await scene.person(fresh('full'));
    await insertGrant(scene.db, cameraId, full.id, { access: 'full' });
    const own = await insertCamera(scene.db, full.id);
    expect(await outcome(owner, await scene.share(full, [cameraId]))).toEqual([409, 'invite-own-cameras']);
    const mixed = await scene.share(full, [cameraId, own]);
    expect(await outcome(owner, mixed)).toEqual({ added: [own], replaced: [], unchanged: [cameraId] });
    expect((await grantsOf(owner)).map((grant) => grant.camera_id)).toEqual([own]);
  });

  test('other access is replaced only when it is asked for, all cameras or none', async () => {
    const second = await insertCamera(scene.db, owner.id, { created_at: 2 });
    await insertGrant(scene.db, cameraId, anna.id, { access: 'full' });
    const link = await scene.share(owner, [cameraId, second], { withAudio: false });
    const before = await grantsOf(anna);
    const refused = await accept(anna, link);
    expect([refused.status, refused.body]).toMatchObject([
      409,
      { error: { code: 'invite-collision', details: { cameraIds: [cameraId] } } },
    ]);
    expect(await grantsOf(anna)).toEqual(before);
    const shared = await scene.call(anna, listSharedCameras, { parameters: { token: link.token } });
    expect(shared.body).toMatchObject([{ standing: { kind: 'collision', current: { access: 'full' } } }, { standing: { kind: 'new' } }]);

    expect(await outcome(anna, link, true)).toEqual({ added: [second], replaced: [cameraId], unchanged: [] });
    expect((await grantsOf(anna)).map(({ access, with_audio: audio, invite_id: id }) => [access, audio, id])).toEqual([
      ['view', 0, link.id],
      ['view', 0, link.id],
    ]);
  });

  test('a replaced camera is as if it had been removed and added again: other cameras and the user’s locations stay as they are', async () => {
    const [kept, other] = [await scene.person(fresh('kept')), await insertCamera(scene.db, owner.id)];
    for (const person of [anna, kept]) {
      for (const id of [cameraId, other]) {
        await insertGrant(scene.db, id, person.id);
        const settings = {
          camera_id: id,
          customer_id: person.id,
          grantee_id: person.id,
          is_status_notified: 1,
          told_offline_at: 5,
        } as const;
        await scene.db.insertInto('camera_notifications').values(settings).execute();
      }
      const place = { id: cameraId, locationId: 'home', roomId: null, order: 0 };
      const body = { locations: [{ id: 'home', order: 0, title: 'Home' }], rooms: [], cameras: [place] };
      expect((await scene.call(person, saveLocations, { body })).status).toBe(200);
    }
    const link = await scene.share(owner, [cameraId], { withAudio: false });
    // One replaces it, the other one removes it and adds it again.
    expect(await outcome(anna, link, true)).toEqual({ added: [], replaced: [cameraId], unchanged: [] });
    expect((await scene.call(kept, removeCamera, { parameters: { id: cameraId } })).status).toBe(204);
    expect(await outcome(kept, link)).toEqual({ added: [cameraId], replaced: [], unchanged: [] });
    const stateOf = async (person: SharingPerson) => ({
      grants: (await grantsOf(person))
        .toSorted((a, b) => a.camera_id.localeCompare(b.camera_id))
        .map(({ customer_id: _, created_at: at, ...grant }) => ({ ...grant, isNew: at > 1 })),
      notified: await scene.db.selectFrom('camera_notifications').select('camera_id').where('customer_id', '=', person.id).execute(),
      locations: (await scene.call(person, getLocations)).body,
    });
    const state = await stateOf(anna);
    expect(state).toEqual(await stateOf(kept));
    expect(state).toMatchObject({ notified: [{ camera_id: other }], locations: { cameras: [{ id: cameraId, locationId: 'home' }] } });
    // The same again changes nothing.
    const again = { camera_id: cameraId, customer_id: anna.id, grantee_id: anna.id, is_status_notified: 1, told_offline_at: null } as const;
    await scene.db.insertInto('camera_notifications').values(again).execute();
    expect(await outcome(anna, link, true)).toEqual({ added: [], replaced: [], unchanged: [cameraId] });
    expect((await stateOf(anna)).notified).toHaveLength(2);
  });

  test('expired access is renewed', async () => {
    await insertGrant(scene.db, cameraId, anna.id, { expires_at: 1 });
    expect(await outcome(anna, await scene.share(owner, [cameraId]))).toEqual({ added: [cameraId], replaced: [], unchanged: [] });
    expect(await grantsOf(anna)).toMatchObject([{ expires_at: null }]);
  });

  test('an edited link gives those who accepted it before its new options only on request', async () => {
    const link = await scene.share(owner, [cameraId]);
    await accept(anna, link);
    await scene.call(owner, updateInvite, { parameters: { id: link.id }, body: { withAudio: false } });
    expect(await grantsOf(anna)).toMatchObject([{ with_audio: 1 }]);
    expect(await outcome(anna, link)).toEqual([409, 'invite-collision']);
    expect(await outcome(anna, link, true)).toEqual({ added: [], replaced: [cameraId], unchanged: [] });
    expect(await grantsOf(anna)).toMatchObject([{ with_audio: 0 }]);
  });

  test('cameras that were removed are gone, their deleted owner’s too', async () => {
    const full = await scene.person(fresh('full'));
    const leaving = await scene.person(fresh('leaving'));
    const other = await insertCamera(scene.db, leaving.id);
    for (const id of [cameraId, other]) await insertGrant(scene.db, id, full.id, { access: 'full' });
    const link = await scene.share(full, [cameraId, other]);
    await scene.call(owner, removeCamera, { parameters: { id: cameraId } });
    expect(await outcome(anna, link)).toEqual({ added: [other], replaced: [], unchanged: [] });
    await scene.db.updateTable('customers').set({ deleted_at: 1 }).where('id', '=', leaving.id).execute();
    expect(await outcome(await scene.person(fresh('late')), link)).toEqual([409, 'invite-cameras-gone']);
    const { status, body } = await scene.call(anna, getInvitation, { parameters: { token: link.token } });
    expect([status, body]).toMatchObject([200, { cameras: [] }]);
  });

  test('a link gives only what its creator can still give', async () => {
    const full = await scene.person(fresh('full'));
    const second = await insertCamera(scene.db, owner.id);
    for (const id of [cameraId, second]) await insertGrant(scene.db, id, full.id, { access: 'full' });
    const link = await scene.share(full, [cameraId, second]);
    const ofFull = (id: string) => ({ parameters: { id, customerId: full.id } });
    await scene.call(owner, updateCameraUser, { ...ofFull(cameraId), body: { withAudio: false } });
    expect(await outcome(anna, link)).toEqual({ added: [second], replaced: [], unchanged: [] });
    await scene.call(owner, updateCameraUser, { ...ofFull(second), body: { access: 'view' } });
    const late = await scene.person(fresh('late'));
    expect(await outcome(late, link)).toEqual([404, 'not-found']);
    expect((await scene.call(late, getInvitation, { parameters: { token: link.token } })).status).toBe(404);
    // The owner gives it back: the same link works again.
    await scene.call(owner, updateCameraUser, { ...ofFull(second), body: { access: 'full' } });
    expect(await outcome(late, link)).toEqual({ added: [second], replaced: [], unchanged: [] });
    // A deleted creator's link ends.
    await scene.db.updateTable('customers').set({ deleted_at: 1 }).where('id', '=', full.id).execute();
    expect(await outcome(await scene.person(fresh('later')), link)).toEqual([404, 'not-found']);
  });

  test('a user whose access was lowered or revoked can’t get it back by the same link, not even at the same moment', async () => {
    const link = await scene.share(owner, [cameraId], { access: 'full' });
    const ofAnna = { parameters: { id: cameraId, customerId: anna.id } };
    await accept(anna, link);
    await scene.call(owner, updateCameraUser, { ...ofAnna, body: { access: 'view' } });
    expect(await outcome(anna, link, true)).toEqual({ added: [], replaced: [], unchanged: [cameraId] });
    expect(await grantsOf(anna)).toMatchObject([{ access: 'view' }]);
    const [removal] = await Promise.all([scene.call(owner, removeCameraUser, ofAnna), accept(anna, link, true)]);
    expect(removal.status).toBe(204);
    expect(await outcome(anna, link, true)).toEqual([404, 'not-found']);
    expect((await scene.call(anna, getInvitation, { parameters: { token: link.token } })).status).toBe(404);
    expect(await grantsOf(anna)).toEqual([]);
    expect(await usersOf(link)).toBe(1);
    // A new link gives access again.
    expect(await outcome(anna, await scene.share(owner, [cameraId]))).toMatchObject({ added: [cameraId] });
  });

  test('a user who lowered their own access can’t raise it by the same link, and who left can come back', async () => {
    const link = await scene.share(owner, [cameraId], { access: 'full' });
    const ofAnna = { parameters: { id: cameraId, customerId: anna.id } };
    await accept(anna, link);
    expect((await scene.call(anna, removeCameraUser, ofAnna)).status).toBe(204);
    expect(await outcome(anna, link)).toMatchObject({ added: [cameraId] });
    expect((await scene.call(anna, updateCameraUser, { ...ofAnna, body: { access: 'view' } })).status).toBe(200);
    expect(await outcome(anna, link, true)).toMatchObject({ unchanged: [cameraId] });
    expect(await grantsOf(anna)).toMatchObject([{ access: 'view' }]);
  });

  test('a camera that is removed while users accept breaks nothing', async () => {
    const second = await insertCamera(scene.db, owner.id);
    const link = await scene.share(owner, [cameraId, second]);
    const people = await Promise.all(Array.from({ length: 6 }, () => scene.person(fresh('race'))));
    const [removal, ...answers] = await Promise.all([
      scene.call(owner, removeCamera, { parameters: { id: cameraId } }),
      ...people.map((person) => accept(person, link)),
    ]);
    expect(removal.status).toBe(204);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
    for (const person of people) expect((await grantsOf(person)).map((grant) => grant.camera_id)).toEqual([second]);
  });
});

function errorOf(body: unknown): unknown {
  return typeof body === 'object' && body !== null && 'error' in body && typeof body.error === 'object' && body.error !== null
    ? Reflect.get(body.error, 'code')
    : body;
}
