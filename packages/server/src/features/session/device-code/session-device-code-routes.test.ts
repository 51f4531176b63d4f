import { listDevices, signOutDevice } from '@watchpost/contract/endpoints/account';
import { createApiKey } from '@watchpost/contract/endpoints/api-keys';
import { listCameras } from '@watchpost/contract/endpoints/cameras';
import {
  approveDeviceAuthorization,
  denyDeviceAuthorization,
  findDeviceAuthorization,
  redeemDeviceCode,
  refreshSession,
  startDeviceAuthorization,
} from '@watchpost/contract/endpoints/session';
import { fillPath } from '@watchpost/contract/kernel';
import { deviceListSchema } from '@watchpost/contract/schemas/account';
import { createdApiKeySchema } from '@watchpost/contract/schemas/api-keys';
import { deviceAuthorizationAnswer, deviceAuthorizationSchema, sessionAnswer } from '@watchpost/contract/schemas/session';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabasePlace, describeDatabases, type DatabasePlace } from '../../../testing/databases.ts';
import { startTestServer, type TestServer, type TestSession } from '../../../testing/test-server.ts';

describeDatabases('device code calls', (engine) => {
  let place: DatabasePlace;
  let server: TestServer;
  let anna: TestSession;

  beforeAll(async () => {
    place = await createDatabasePlace(engine);
    server = await startTestServer({ dataDir: place.dataDir, databaseUrl: place.databaseUrl, trustedProxies: ['127.0.0.1', '::1'] });
    anna = await server.signIn('anna@example.com');
  });
  afterAll(async () => {
    await server.close();
    await place.remove();
  });

  const start = async (over: object = {}, headers: Record<string, string> = {}) => {
    const deviceId = randomUUID();
    const response = await server.call(startDeviceAuthorization, { body: { deviceName: 'Backup on nas', deviceId, ...over }, headers });
    return { ...deviceAuthorizationAnswer.parse(await response.json()), deviceId };
  };
  const redeem = (deviceCode: string) => server.call(redeemDeviceCode, { body: { deviceCode, deviceToken: 'x'.repeat(32) } });
  const codeOf = async (response: Response): Promise<unknown> => {
    const { error } = (await response.json()) as { error: { code: string } };
    return [response.status, error.code];
  };
  const decisions = [findDeviceAuthorization, approveDeviceAuthorization, denyDeviceAuthorization];

  test('a user approves a device: it lists cameras, is among the devices by its name, and can be ended there', async () => {
    const started = await start({}, { 'x-forwarded-for': '203.0.113.5' });
    expect(started).toMatchObject({
      verificationUrl: `${server.url}/device`,
      verificationUrlComplete: `${server.url}/device?code=${started.userCode}`,
      expiresInSeconds: 600,
      intervalSeconds: 5,
    });
    expect(await codeOf(await redeem(started.deviceCode))).toEqual([400, 'authorization-pending']);
    const found = await server.call(findDeviceAuthorization, {
      body: { userCode: started.userCode.toLowerCase().replace('-', ' ') },
      headers: anna.headers,
    });
    expect(deviceAuthorizationSchema.parse(await found.json())).toMatchObject({
      userCode: started.userCode,
      deviceName: 'Backup on nas',
      address: '203.0.113.5',
    });
    const approved = await server.call(approveDeviceAuthorization, { body: { userCode: started.userCode }, headers: anna.headers });
    expect(approved.status).toBe(204);

    const answer = await redeem(started.deviceCode);
    expect(answer.headers.getSetCookie()).toEqual([]);
    const session = sessionAnswer.parse(await answer.json());
    expect(session).toMatchObject({ customer_id: anna.customer_id, email: 'anna@example.com' });
    const headers = { authorization: `Bearer ${session.access_token}` };
    expect((await server.call(listCameras, { headers })).status).toBe(200);
    expect(await codeOf(await redeem(started.deviceCode))).toEqual([400, 'expired-token']);

    const devices = deviceListSchema.parse(await (await server.call(listDevices, { headers: anna.headers })).json());
    expect(devices.find(({ id }) => id === started.deviceId)).toMatchObject({ name: 'Backup on nas', browser: null, system: null });
    const path = fillPath(signOutDevice.path, { deviceId: started.deviceId });
    expect((await server.call({ method: signOutDevice.method, path }, { headers: anna.headers })).status).toBe(204);
    expect((await server.call(listCameras, { headers })).status).toBe(401);
    const refreshed = [
      { refreshToken: session.refresh_token },
      { grant_type: 'device_token', device_id: started.deviceId, device_token: 'x'.repeat(32), username: 'anna@example.com' },
    ];
    for (const body of refreshed) expect((await server.call(refreshSession, { body })).status).toBe(401);
  });

  test('the device’s own secret renews its session', async () => {
    const { deviceCode, userCode, deviceId } = await start();
    await server.call(approveDeviceAuthorization, { body: { userCode }, headers: anna.headers });
    expect((await redeem(deviceCode)).status).toBe(200);
    const body = { grant_type: 'device_token', device_id: deviceId, device_token: 'x'.repeat(32), username: 'anna@example.com' };
    expect((await server.call(refreshSession, { body })).status).toBe(200);
  });

  test('a denied device gets no session', async () => {
    const { deviceCode, userCode } = await start();
    expect((await server.call(denyDeviceAuthorization, { body: { userCode }, headers: anna.headers })).status).toBe(204);
    expect(await codeOf(await redeem(deviceCode))).toEqual([400, 'access-denied']);
  });

  test('an API key can neither find nor decide, nor can a request without a session', async () => {
    const { userCode, deviceCode } = await start();
    const options = { name: 'Script', scopes: ['live'], cameraIds: null, origins: [], ipRanges: [], expiresAt: null };
    const created = await server.call(createApiKey, { body: options, headers: anna.headers });
    const { secret } = createdApiKeySchema.parse(await created.json());
    for (const endpoint of decisions) {
      for (const headers of [{}, { authorization: `Bearer ${secret}` }, { authorization: 'Bearer embed.a.b' }])
        expect((await server.call(endpoint, { body: { userCode }, headers })).status).toBe(401);
    }
    expect(await codeOf(await redeem(deviceCode))).toEqual([400, 'authorization-pending']);
  });

  test.each([
    ['no name', { deviceName: ' ' }],
    ['61 characters', { deviceName: 'x'.repeat(61) }],
    ['a name that reverses the text around it', { deviceName: 'Backup \u202Etxt.exe' }],
    ['a name of two lines', { deviceName: 'Backup\nApproved' }],
    ['no device', { deviceId: 'nas' }],
    ['unknown fields', { customerId: 'cus_other' }],
  ])('%s: 422', async (_, over) => {
    const body = { deviceName: 'Backup', deviceId: randomUUID(), ...over };
    expect(await codeOf(await server.call(startDeviceAuthorization, { body }))).toEqual([422, 'invalid-request']);
  });

  test('decisions are in the log, without the codes', async () => {
    const { userCode, deviceCode, deviceId } = await start();
    await server.call(approveDeviceAuthorization, { body: { userCode }, headers: anna.headers });
    const log = server.logLines.join('');
    expect(log).toContain('A sign-in by device code was approved');
    expect(log).toContain(deviceId);
    for (const secret of [userCode, deviceCode]) expect(log).not.toContain(secret);
  });

  test('survives a restart of the server', async () => {
    const { userCode, deviceCode } = await start();
    server = await server.restart();
    expect((await server.call(approveDeviceAuthorization, { body: { userCode }, headers: anna.headers })).status).toBe(204);
    expect((await redeem(deviceCode)).status).toBe(200);
  });
});
