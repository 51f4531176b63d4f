import {
  createRegistrationToken,
  discoverCameras,
  getRegistration,
  probeSource,
  registerCamera,
  registerLocalCamera,
} from '@watchpost/contract/endpoints/add-camera';
import { removeCamera, listCameras } from '@watchpost/contract/endpoints/cameras';
import { errorMessages, fillPath, type Endpoint } from '@watchpost/contract/kernel';
import { registerCameraAnswer, registrationTokenAnswer } from '@watchpost/contract/schemas/add-camera';
import { randomUUID } from 'node:crypto';
import { createManualClock, type ManualClock } from '@watchpost/contract/testing';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createDatabasePlace, describeDatabases, type DatabasePlace } from '../../testing/databases.ts';
import { startTestServer, type TestServer, type TestSession } from '../../testing/test-server.ts';
import { createTestDevice } from '../../testing/test-device.ts';

const operator = 'operator@cams.example';

describeDatabases('a new user on someone else’s server', (engine) => {
  let place: DatabasePlace;
  let server: TestServer;
  let clock: ManualClock;
  let stranger: TestSession;

  beforeAll(async () => {
    place = await createDatabasePlace(engine);
  });
  afterAll(() => place.remove());
  beforeEach(async () => {
    clock = createManualClock();
    server = await startTestServer({
      dataDir: place.dataDir,
      databaseUrl: place.databaseUrl,
      clock,
      logLevel: 'silent',
      operators: [operator],
      quotas: { cameras: 12, bytes: 1e9 },
    });
    stranger = await server.signIn(`${randomUUID()}@example.com`);
  });
  afterEach(() => server.close());

  const call = (endpoint: Endpoint, { headers }: Pick<TestSession, 'headers'>, body?: unknown) =>
    server.call(endpoint, { headers, ...(body !== undefined && { body }) });
  const errorOf = async (answer: Response): Promise<[number, string]> => [
    answer.status,
    ((await answer.json()) as { error: { code: string } }).error.code,
  ];
  const agent = (registrationToken: string) => createTestDevice().source(registrationToken);
  const add = async (session: TestSession): Promise<Response> => {
    const token = await call(createRegistrationToken, session, {});
    if (!token.ok) return token;
    const { registrationToken } = registrationTokenAnswer.parse(await token.json());
    return server.call(registerCamera, { body: { registrationToken, source: agent(registrationToken) } });
  };
  const countCameras = async (session: TestSession): Promise<number> =>
    ((await (await call(listCameras, session)).json()) as unknown[]).length;

  test('120 cameras in 10 s: ten are added, the rest is refused for a while; later no more than the quota', async () => {
    const statuses: number[] = [];
    for (let count = 0; count < 60; count += 1) statuses.push((await add(stranger)).status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(10);
    expect(new Set(statuses.slice(10))).toEqual(new Set([429]));
    clock.advance(10 * 60_000);
    expect([(await add(stranger)).status, (await add(stranger)).status]).toEqual([201, 201]);
    expect(await errorOf(await add(stranger))).toEqual([409, 'camera-limit-reached']);
    expect(await countCameras(stranger)).toBe(12);
  });

  test('tokens collected earlier and used simultaneously do not bypass the quota', async () => {
    const tokens: string[] = [];
    for (let count = 0; count < 20; count += 1)
      tokens.push(registrationTokenAnswer.parse(await (await call(createRegistrationToken, stranger, {})).json()).registrationToken);
    for (let round = 0; round < 2; round += 1) {
      clock.advance(4 * 60_000 * round);
      await Promise.all(
        tokens.map((registrationToken) => server.call(registerCamera, { body: { registrationToken, source: agent(registrationToken) } })),
      );
    }
    expect(await countCameras(stranger)).toBeLessThanOrEqual(12);
  });

  test('a camera that registers itself beyond the quota: both ends receive the error; removing one makes room', async () => {
    let first = '';
    for (let count = 0; count < 11; count += 1) {
      if (count === 10) clock.advance(10 * 60_000);
      const answer = await add(stranger);
      first ||= registerCameraAnswer.parse(await answer.json()).camera.id;
    }
    const { registrationToken, registrationId } = registrationTokenAnswer.parse(
      await (await call(createRegistrationToken, stranger, {})).json(),
    );
    expect((await add(stranger)).status).toBe(201);
    const refused = await server.call(registerCamera, {
      body: { registrationToken, source: agent(registrationToken) },
      headers: { 'accept-language': 'ru' },
    });
    expect([refused.status, await refused.json()]).toEqual([
      409,
      { error: { code: 'camera-limit-reached', message: errorMessages.ru['camera-limit-reached'], details: { limit: 12 } } },
    ]);
    const registration = await call(
      { ...getRegistration, path: fillPath(getRegistration.path, { id: registrationId }) } as Endpoint,
      stranger,
    );
    expect(await registration.json()).toMatchObject({ state: 'waiting', refusal: 'camera-limit-reached' });
    expect((await call({ ...removeCamera, path: fillPath(removeCamera.path, { id: first }) } as Endpoint, stranger)).status).toBe(204);
    expect((await server.call(registerCamera, { body: { registrationToken, source: agent(registrationToken) } })).status).toBe(201);
  });

  test('operators have neither quota nor rate limit', async () => {
    const owner = await server.signIn(operator);
    for (let count = 0; count < 25; count += 1) expect((await add(owner)).status).toBe(201);
  });

  test('the operator’s network is reserved for operators: no search, and no address in it is reachable', async () => {
    expect(await errorOf(await call(discoverCameras, stranger, {}))).toEqual([403, 'operator-only']);
    for (const url of ['rtsp://192.168.77.7/live', 'rtsp://10.1.2.3:8554/', 'rtsp://127.0.0.1:1/live', 'rtsp://[fd00::7]/live']) {
      const code = 'camera-address-forbidden';
      expect(await errorOf(await call(probeSource, stranger, { source: { kind: 'rtsp', url } }))).toEqual([422, code]);
      const { registrationToken } = registrationTokenAnswer.parse(await (await call(createRegistrationToken, stranger, {})).json());
      expect(await errorOf(await server.call(registerCamera, { body: { registrationToken, source: { kind: 'rtsp', url } } }))).toEqual([
        422,
        code,
      ]);
    }
    expect(await errorOf(await call(probeSource, stranger, { source: { kind: 'onvif', address: '192.168.77.7' } }))).toEqual([
      422,
      'camera-address-forbidden',
    ]);
    expect(await errorOf(await call(registerLocalCamera, stranger, { address: '192.168.77.7' }))).toEqual([
      422,
      'camera-address-forbidden',
    ]);
    // This machine's own cameras, which the tests' settings allow to operators.
    const owner = await server.signIn(operator);
    expect(await errorOf(await call(probeSource, owner, { source: { kind: 'rtsp', url: 'rtsp://127.0.0.1:1/live' } }))).toEqual([
      422,
      'camera-unreachable',
    ]);
  });
});
