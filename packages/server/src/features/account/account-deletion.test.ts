import { deleteAccount, getDeletionSummary, getProfile, requestDeletionCode } from '@watchpost/contract/endpoints/account';
import { getCamera, getPreview, listCameras } from '@watchpost/contract/endpoints/cameras';
import { createEmbedToken } from '@watchpost/contract/endpoints/embeds';
import { createRegistrationToken, registerCamera } from '@watchpost/contract/endpoints/add-camera';
import { refreshSession } from '@watchpost/contract/endpoints/session';
import { fillPath } from '@watchpost/contract/kernel';
import { deletionSummarySchema } from '@watchpost/contract/schemas/account';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createManualClock, type ManualClock } from '@watchpost/contract/testing';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { locateDatabase, openDatabase, type Db } from '../../db/database.ts';
import { createDatabasePlace, describeDatabases, type DatabasePlace } from '../../testing/databases.ts';
import { readEmailMessages } from '../../testing/email-messages.ts';
import { insertCamera, insertGrant } from '../../testing/people.ts';
import { createTestDevice } from '../../testing/test-device.ts';
import { startTestServer, type TestServer, type TestSession } from '../../testing/test-server.ts';

const day = 24 * 60 * 60_000;
type Session = Pick<TestSession, 'headers'>;

describeDatabases('deleting the account', (engine) => {
  let place: DatabasePlace;
  let server: TestServer;
  let clock: ManualClock;
  let db: Db;
  let count = 0;
  let owner: TestSession;
  let guest: TestSession;
  let cameraId: string;

  beforeAll(async () => {
    place = await createDatabasePlace(engine);
    clock = createManualClock(Date.UTC(2026, 10, 21, 8, 4));
    server = await startTestServer({ dataDir: place.dataDir, databaseUrl: place.databaseUrl, clock, publicOrigin: 'https://cams.example' });
    db = openDatabase(locateDatabase(server.config));
  });
  afterAll(async () => {
    await db.destroy();
    await server.close();
    await place.remove();
  });
  beforeEach(async () => {
    // The limits of the previous test have expired.
    clock.setWallClock(clock.now() + day);
    count += 1;
    owner = await server.signIn(`owner${count}@example.com`);
    guest = await server.signIn(`guest${count}@example.com`);
    cameraId = await insertCamera(db, owner.customer_id);
    await insertGrant(db, cameraId, guest.customer_id, { access: 'full' });
  });

  const codeFor = (session: TestSession) =>
    server.mailedCode(session.email, () => server.call(requestDeletionCode, { headers: session.headers }));
  const remove = (otp: string, { headers }: Session = owner) => server.call(deleteAccount, { body: { otp }, headers });
  const erase = async (session: TestSession = owner) => {
    expect((await remove(await codeFor(session), session)).status).toBe(204);
    await expect.poll(() => db.selectFrom('letters').select('id').execute()).toEqual([]);
  };
  const sees = async ({ headers }: Session, id = cameraId) =>
    (await server.call({ method: 'GET', path: fillPath(getCamera.path, { id }) }, { headers })).status;
  const listed = async ({ headers }: Session) =>
    ((await (await server.call(listCameras, { headers })).json()) as { id: string }[]).map(({ id }) => id);
  const wrongFor = (otp: string): string => (otp === '000000' ? '000001' : '000000');
  /** Stops the server, advances the clock, and starts it on the same data. */
  const restartAfter = async (milliseconds: number) => {
    clock.setWallClock(clock.now() + milliseconds);
    server = await server.restart();
  };
  const customers = async (id: string) => db.selectFrom('customers').selectAll().where('id', '=', id).execute();

  test('the summary counts what is deleted, without other accounts’ data', async () => {
    const summary = async ({ headers }: Session) =>
      deletionSummarySchema.parse(await (await server.call(getDeletionSummary, { headers })).json());
    const second = await insertCamera(db, owner.customer_id);
    await insertGrant(db, second, guest.customer_id);
    const third = await server.signIn(`third${count}@example.com`);
    await insertGrant(db, cameraId, third.customer_id);
    const expired = await server.signIn(`expired${count}@example.com`);
    await insertGrant(db, cameraId, expired.customer_id, { expires_at: clock.now() });
    const segment = (id: string, start: number, size: number) => ({
      camera_id: id,
      start_ms: start,
      duration_ms: 5000,
      size,
      init_hash: 'h',
    });
    // Several days, with one size beyond 32 bits.
    await db
      .insertInto('segments')
      .values([
        segment(cameraId, 1, 1000),
        segment(cameraId, 1 + day, 200),
        segment(cameraId, 5 * day, 30),
        segment(second, 7, 5_000_000_000),
        segment('other-camera', 1, 9),
      ])
      .execute();
    expect(await summary(owner)).toEqual({
      ownedCameras: 2,
      sharedCameras: 0,
      peopleLosingAccess: 2,
      footageBytes: 5_000_001_230,
      graceDays: 7,
    });
    expect(await summary(guest)).toEqual({ ownedCameras: 0, sharedCameras: 2, peopleLosingAccess: 0, footageBytes: 0, graceDays: 7 });
    expect(await summary(expired)).toMatchObject({ sharedCameras: 0 });
    await erase();
    expect(await summary(guest)).toMatchObject({ sharedCameras: 0 });
  });

  test('requires a fresh code to the account’s own address', async () => {
    expect((await remove('000000')).status).toBe(400);
    const otp = await codeFor(owner);
    expect((await remove(wrongFor(otp))).status).toBe(400);
    expect((await remove(otp, guest)).status).toBe(400);
    clock.setWallClock(clock.now() + 10 * 60_000);
    expect((await remove(otp)).status).toBe(400);
    expect(await sees(owner)).toBe(200);
    expect((await server.call(deleteAccount, { headers: owner.headers, body: {} })).status).toBe(422);
    await erase();
  });

  test('the sixth guess fails even when it is right', async () => {
    const otp = await codeFor(owner);
    for (let guess = 0; guess < 5; guess += 1) expect((await remove(wrongFor(otp))).status).toBe(400);
    expect((await remove(otp)).status).toBe(400);
    expect(await sees(owner)).toBe(200);
  });

  test('every token of every device is 401 immediately, and the cookies are cleared', async () => {
    const other = await server.signIn(owner.email);
    const answer = await remove(await codeFor(owner));
    expect(answer.status).toBe(204);
    expect(answer.headers.getSetCookie()).toHaveLength(2);
    for (const session of [owner, other]) {
      expect((await server.call(getProfile, { headers: session.headers })).status).toBe(401);
      expect((await server.call(refreshSession, { body: { refreshToken: session.refresh_token } })).status).toBe(401);
      const device = {
        grant_type: 'device_token',
        device_id: session.deviceId,
        device_token: session.deviceToken,
        username: session.email,
      };
      expect((await server.call(refreshSession, { body: device })).status).toBe(401);
    }
  });

  test('its cameras become invisible, as if they had never existed; other owners’ cameras stay', async () => {
    const own = await insertCamera(db, guest.customer_id);
    expect(await listed(guest)).toEqual([cameraId, own].sort());
    const body = { cameraIds: [cameraId], origins: ['https://shop.example'] };
    const embed = await server.call(createEmbedToken, { headers: guest.headers, body });
    const { token } = (await embed.json()) as { token: string };
    const embedded = { headers: { authorization: `Bearer ${token}`, origin: 'https://shop.example' } };
    expect(await sees(embedded)).toBe(200);
    await erase();
    expect(await listed(guest)).toEqual([own]);
    const answers = await Promise.all(
      [cameraId, 'unknown'].map(async (id) =>
        (await server.call({ method: 'GET', path: fillPath(getCamera.path, { id }) }, { headers: guest.headers })).text(),
      ),
    );
    expect(answers[0]).toBe(answers[1]);
    expect([await sees(guest), await sees(embedded), await sees(guest, own)]).toEqual([404, 404, 200]);
    expect(
      (await server.call({ method: 'GET', path: fillPath(getPreview.path, { id: cameraId }) }, { headers: guest.headers })).status,
    ).toBe(404);
  });

  test('a deleted guest’s access ends too, embed tokens included', async () => {
    const body = { cameraIds: [cameraId], origins: ['https://shop.example'] };
    const embed = await server.call(createEmbedToken, { headers: guest.headers, body });
    const { token } = (await embed.json()) as { token: string };
    await erase(guest);
    expect(await sees({ headers: { authorization: `Bearer ${token}` } })).toBe(403);
    expect(
      (
        await server.call(
          { method: 'GET', path: fillPath(getCamera.path, { id: cameraId }) },
          { headers: { authorization: `Bearer ${token}`, origin: 'https://shop.example' } },
        )
      ).status,
    ).toBe(401);
    expect(await sees(owner)).toBe(200);
  });

  test('a pending registration adds no camera', async () => {
    const { registrationToken } = (await (await server.call(createRegistrationToken, { headers: owner.headers, body: {} })).json()) as {
      registrationToken: string;
    };
    await erase();
    const late = await server.call(registerCamera, { body: { registrationToken, source: createTestDevice().source(registrationToken) } });
    expect(late.status).toBe(404);
  });

  test('an e-mail message states until when signing in restores the account, in the account’s language', async () => {
    const russian = await server.signIn(`ru${count}@example.com`, { language: 'ru' });
    await erase(russian);
    await expect.poll(async () => (await readEmailMessages(place.dataDir, russian.email)).length).toBe(3);
    const [, , emailMessage] = await readEmailMessages(place.dataDir, russian.email);
    const until = new Intl.DateTimeFormat('ru', {
      timeZone: 'Europe/Moscow',
      day: 'numeric',
      month: 'long',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      timeZoneName: 'short',
    }).format(clock.now() + 7 * day);
    for (const part of [emailMessage?.text, emailMessage?.html]) expect(part?.replaceAll('\u00A0', ' ')).toContain(until);
    expect(emailMessage?.subject).toContain('Аккаунт Watchpost удалён');
    expect(emailMessage?.html).toContain('href="https://cams.example/signin"');
  });

  test('signing in within seven days restores everything, and says so', async () => {
    await erase();
    await restartAfter(7 * day - 1000);
    const back = await server.signIn(owner.email);
    expect(back).toMatchObject({ customer_id: owner.customer_id, is_restored: true });
    expect(await listed(back)).toEqual([cameraId]);
    expect(await sees(guest)).toBe(401);
    expect(await sees(await server.signIn(guest.email))).toBe(200);
    await expect
      .poll(async () => (await readEmailMessages(place.dataDir, owner.email)).at(-1)?.subject)
      .toBe('Your Watchpost account is back');
    const again = await server.signIn(owner.email);
    expect(again.is_restored).toBeUndefined();
    // The grace period of the old deletion does not continue.
    await restartAfter(8 * day);
    expect(await customers(owner.customer_id)).toHaveLength(1);
  });

  test('after seven days the next start deletes everything for good: rows, footage, pictures', async () => {
    const files = [
      join(place.dataDir, 'footage', cameraId, '2026-11-20', '10', 'any'),
      join(place.dataDir, 'footage', cameraId, 'init-h.mp4'),
      join(place.dataDir, 'previews', `${cameraId}.jpg`),
    ];
    const othersCamera = await insertCamera(db, guest.customer_id);
    await insertGrant(db, othersCamera, owner.customer_id);
    const kept = join(place.dataDir, 'footage', othersCamera, 'init-h.mp4');
    for (const file of [...files, kept]) {
      await mkdir(join(file, '..'), { recursive: true });
      await writeFile(file, 'x');
    }
    await db
      .insertInto('segments')
      .values({ camera_id: cameraId, start_ms: clock.now(), duration_ms: 5000, size: 1, init_hash: 'h' })
      .execute();
    await db.insertInto('camera_outages').values({ camera_id: cameraId, started_at: 1, ended_at: 2, reason: 'offline' }).execute();
    await db
      .insertInto('feedbacks')
      .values({
        customer_id: owner.customer_id,
        id: 'f',
        email: owner.email,
        message: 'm',
        claimed_customer_id: '',
        claimed_device_id: '',
        created_at: 1,
      })
      .execute();
    await erase();
    await restartAfter(7 * day - 60_000);
    expect(await customers(owner.customer_id)).toHaveLength(1);
    await restartAfter(60_000);
    await expect.poll(() => customers(owner.customer_id)).toEqual([]);
    for (const file of files) expect(existsSync(file)).toBe(false);
    expect(existsSync(kept)).toBe(true);
    const dump = async () => {
      const tables = [
        'cameras',
        'segments',
        'init_sections',
        'camera_outages',
        'camera_grants',
        'devices',
        'session_families',
        'feedbacks',
        'agents',
        'registration_tokens',
        'login_attempts',
        'one_time_codes',
      ] as const;
      return JSON.stringify(await Promise.all(tables.map((table) => db.selectFrom(table).selectAll().execute())));
    };
    expect(await dump()).not.toContain(owner.customer_id);
    expect(await dump()).not.toContain(cameraId);
    // The address is free: a new account has none of the old data.
    const fresh = await server.signIn(owner.email);
    expect([fresh.customer_id === owner.customer_id, fresh.is_restored, await listed(fresh)]).toEqual([false, undefined, []]);
    expect(await listed(await server.signIn(guest.email))).toEqual([othersCamera]);
  });

  test('a sign-in after seven days, but before the purge, creates a new account', async () => {
    await erase();
    // Without a restart the job has not run yet.
    await db.updateTable('customers').set({ deleted_at: 1 }).where('id', '=', owner.customer_id).execute();
    const fresh = await server.signIn(owner.email);
    expect([fresh.customer_id === owner.customer_id, fresh.is_restored, await listed(fresh)]).toEqual([false, undefined, []]);
    await restartAfter(0);
    await expect.poll(() => customers(owner.customer_id)).toEqual([]);
    expect(await customers(fresh.customer_id)).toHaveLength(1);
  });
});
