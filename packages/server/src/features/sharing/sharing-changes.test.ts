import { createManualClock, type ManualClock } from '@watchpost/contract/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTokens } from '../../kernel/tokens.ts';
import { createTestDatabase, describeDatabases, type TestDatabase } from '../../testing/databases.ts';
import { insertCamera, insertCustomer, insertGrant } from '../../testing/people.ts';
import { plainOptions } from '../../testing/sharing-scene.ts';
import { createGuestsService } from './guests/sharing-guests-service.ts';
import { createInvitesService, type InvitesService } from './invites/sharing-invites-service.ts';
import { createAcceptance, type AcceptInvite } from './landing/sharing-acceptance.ts';
import { createFindActiveInvite } from './landing/sharing-active-invite.ts';
import { createGuessLimit } from './landing/sharing-guess-limit.ts';
import { createAccessLog } from './log/sharing-log-recorder.ts';
import { readManagedCameras } from './sharing-cameras.ts';
import { createAccessNotifier } from './sharing-changes.ts';
import { createSharingUsersService, type SharingUsersService } from './users/sharing-users-service.ts';

const device = { browser: null, system: null };

describeDatabases('modules that serve running video are notified', (engine) => {
  let database: TestDatabase;
  let clock: ManualClock;
  let invites: InvitesService;
  let users: SharingUsersService;
  let accept: AcceptInvite;
  let guests: ReturnType<typeof createGuestsService>;
  let owner: string;
  let anna: string;
  let cameraId: string;
  let changes: (readonly [string, string | null])[];

  beforeEach(async () => {
    database = await createTestDatabase(engine);
    const { db } = database;
    clock = createManualClock();
    const notifier = createAccessNotifier();
    notifier.subscribe((...change) => changes.push(change));
    const deps = {
      db,
      clock,
      tokens: createTokens(Buffer.alloc(32, 7)),
      limit: createGuessLimit(clock),
      notifier,
      ...createAccessLog({ clock }),
    };
    invites = createInvitesService(deps);
    users = createSharingUsersService(deps);
    accept = createAcceptance(deps);
    guests = createGuestsService({ ...deps, find: createFindActiveInvite(deps) });
    owner = await insertCustomer(db, 'owner@example.com');
    anna = await insertCustomer(db, 'anna@example.com');
    cameraId = await insertCamera(db, owner);
    changes = [];
  });
  afterEach(() => database.close());

  const actor = (customerId: string) => ({ customerId, device });
  const create = async (over: object = {}) => {
    const { id, token } = await invites.create(actor(owner), { ...plainOptions, cameraIds: [cameraId], ...over });
    return { id, token: token ?? '' };
  };
  const acceptAs = (customerId: string, { id, token }: { readonly id: string; readonly token: string }, replace = false) =>
    accept(actor(customerId), { inviteId: id, token, replace, address: '203.0.113.7' });
  const ownerAccess = async () =>
    (await readManagedCameras(database.db, owner, clock.now())).get(cameraId)?.access ?? expect.fail('no camera');
  const taken = () => changes.splice(0);

  test('of a link that is changed or revoked, for everyone and for each removed user', async () => {
    const link = await create();
    await acceptAs(anna, link);
    taken();
    await invites.update(actor(owner), link.id, { withAudio: false });
    expect(taken()).toEqual([[cameraId, null]]);
    await invites.revoke(actor(owner), link.id, { removeUsers: true });
    expect(taken()).toEqual([
      [cameraId, null],
      [cameraId, anna],
    ]);
  });

  test('of access that is lowered, replaced or revoked', async () => {
    await insertGrant(database.db, cameraId, anna, { access: 'full' });
    await users.update(await ownerAccess(), actor(owner), anna, { withAudio: false });
    expect(taken()).toEqual([[cameraId, anna]]);
    await acceptAs(anna, await create(), true);
    expect(taken()).toEqual([[cameraId, anna]]);
    await users.removeFromAll(actor(owner), anna);
    expect(taken()).toEqual([[cameraId, anna]]);
  });

  test('of a guest who leaves', async () => {
    const link = await create({ allowsGuests: true });
    const { secret } = await guests.join(link.token, { address: '203.0.113.7', device, secretOf: () => undefined });
    await guests.leave(link.id, secret);
    expect(taken()).toEqual([[cameraId, null]]);
  });

  test('but not of what was refused, and nothing of it is in the log', async () => {
    await insertGrant(database.db, cameraId, anna);
    const link = await create();
    const logged = async () => (await database.db.selectFrom('access_log').select('kind').execute()).length;
    const before = await logged();
    await expect(acceptAs(anna, link)).rejects.toMatchObject({ code: 'invite-collision' });
    await expect(users.remove(await ownerAccess(), actor(owner), owner)).rejects.toMatchObject({ code: 'forbidden' });
    await expect(invites.update(actor(anna), link.id, { label: 'x' })).rejects.toMatchObject({ code: 'not-found' });
    expect([taken(), await logged()]).toEqual([[], before]);
  });

  test('access by a link ends on the millisecond, for those who accept and for its guests', async () => {
    const link = await create({ allowsGuests: true, expiresAt: clock.now() + 1000 });
    const { secret } = await guests.join(link.token, { address: '203.0.113.7', device, secretOf: () => undefined });
    clock.advance(999);
    expect((await guests.renew(link.id, secret)).tokenExpiresAt).toBe(clock.now() + 1);
    expect(await acceptAs(anna, link)).toMatchObject({ added: [cameraId] });
    clock.advance(1);
    await expect(guests.renew(link.id, secret)).rejects.toMatchObject({ code: 'not-found' });
    await expect(acceptAs(anna, link)).rejects.toMatchObject({ code: 'not-found' });
    const { users: left } = await users.listOfCamera(await ownerAccess(), { limit: 10 });
    expect(left.map(({ customerId }) => customerId)).toEqual([owner]);
  });
});
