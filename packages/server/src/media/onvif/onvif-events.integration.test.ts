import { createRegistrationToken, registerCamera } from '@watchpost/contract/endpoints/add-camera';
import { getCamera } from '@watchpost/contract/endpoints/cameras';
import { listEvents } from '@watchpost/contract/endpoints/events';
import { fillPath } from '@watchpost/contract/kernel';
import { registerCameraAnswer, registrationTokenAnswer } from '@watchpost/contract/schemas/add-camera';
import { cameraSchema } from '@watchpost/contract/schemas/cameras';
import { eventPageSchema, type CameraEvent } from '@watchpost/contract/schemas/events';
import { systemClock } from '@watchpost/contract/timing/clock';
import { createDeviceEvents, startOnvifDevice, type OnvifDevice } from '@watchpost/onvif/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { FieldCamera } from '../../testing/field-cameras/field-case.ts';
import { startFieldCamera } from '../../testing/field-cameras/field-camera.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { atMost } from '../../../../../tooling/tests/slow-machine.ts';

const missing = process.env['WATCHPOST_TEST_MISSING']?.split(',') ?? [];
const user = { username: 'admin', password: 'secret-0043' };
const timeout = 25_000;

describe.skipIf(missing.includes('ffmpeg'))('an ONVIF camera that detects by itself', () => {
  const events = createDeviceEvents({ clock: systemClock, leaseMs: 60_000 });
  let camera: FieldCamera;
  let device: OnvifDevice;
  let server: TestServer;
  let headers: { authorization: string };
  let cameraId: string;

  beforeAll(async () => {
    camera = await startFieldCamera({ name: 'plain', source: 'conformant', does: 'sends H.264', sends: {}, seen: {} });
    device = await startOnvifDevice({
      clock: systemClock,
      user,
      skew: 90 * 60_000,
      services: events.services,
      profiles: [{ token: 'main', encoding: 'H264', width: 320, height: 180, uri: camera.url }],
    });
    server = await startTestServer();
    ({ headers } = await server.signIn('owner@example.com'));
    const token = await server.call(createRegistrationToken, { headers, body: {} });
    const { registrationToken } = registrationTokenAnswer.parse(await token.json());
    const source = { kind: 'onvif', address: `127.0.0.1:${device.port}`, ...user };
    const registered = await server.call(registerCamera, { body: { registrationToken, source } });
    cameraId = registerCameraAnswer.parse(await registered.json()).camera.id;
  });
  afterAll(async () => {
    await server.close();
    await Promise.all([device.close(), camera.close()]);
  });

  const read = async (): Promise<CameraEvent[]> => {
    const response = await server.call({ ...listEvents, path: `${listEvents.path}?type=human&type=lineCrossing` }, { headers });
    return eventPageSchema.parse(await response.json()).events;
  };

  test('its person is an event with a picture, which ends with it', { timeout: atMost(60_000) }, async () => {
    await expect.poll(() => events.waiting, { timeout }).toBe(1);
    await expect
      .poll(
        async () =>
          cameraSchema.parse(
            await (await server.call({ ...getCamera, path: fillPath(getCamera.path, { id: cameraId }) }, { headers })).json(),
          ).state,
        { timeout },
      )
      .toBe('online');
    const person = { topic: 'tns1:RuleEngine/MyRuleDetector/PeopleDetect', source: { Source: '000', Rule: 'Front door' } };
    const before = Date.now();
    events.emit({ ...person, data: { State: 'true' } });
    events.emit({ topic: 'tns1:RuleEngine/LineDetector/Crossed', source: { Rule: 'Fence' }, data: { ObjectId: '7' } });
    await expect.poll(async () => (await read()).filter(({ pictureUrl }) => pictureUrl !== null).length, { timeout }).toBe(2);
    const [human] = (await read()).filter(({ type }) => type === 'human');
    expect(human).toMatchObject({ cameraId, score: null, label: 'Front door', area: { x: 0, y: 0, width: 1, height: 1 }, endAt: null });
    // Its clock is compared by whole seconds.
    expect(human?.startAt).toBeGreaterThanOrEqual(before - 5000);
    const picture = await server.call({ method: 'GET', path: human?.pictureUrl ?? '' }, { headers });
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/jpeg']);

    events.emit({ ...person, data: { State: 'false' } });
    await expect.poll(async () => (await read()).filter(({ endAt }) => endAt === null), { timeout }).toEqual([]);
  });

  test('what it lists by class is there until the list leaves it out; an animal is no event', { timeout: atMost(60_000) }, async () => {
    await expect.poll(() => events.waiting, { timeout }).toBe(1);
    const known = new Set((await read()).map(({ id }) => id));
    const fresh = async (): Promise<CameraEvent[]> => (await read()).filter(({ id }) => !known.has(id));
    const list = (classes: string): void =>
      events.emit({ topic: 'tns1:RuleEngine/ObjectDetection/Object', source: { Rule: 'Yard' }, data: { ClassTypes: classes } });
    list('Animal');
    list('Animal Human');
    await expect.poll(async () => (await fresh()).map(({ type, label }) => `${type} ${label}`), { timeout }).toEqual(['human Yard']);
    list('Animal');
    await expect.poll(async () => (await fresh()).filter(({ endAt }) => endAt === null), { timeout }).toEqual([]);
  });

  test('its subscription is freed when the server stops, and its password is never logged', { timeout: atMost(60_000) }, async () => {
    expect(events.subscriptions).toBe(1);
    server = await server.restart();
    expect(device.calls.filter((call) => call === 'Unsubscribe')).toHaveLength(1);
    await expect.poll(() => events.subscriptions, { timeout }).toBe(1);
    expect([server.logLines.join('').includes(user.password), device.refusals()]).toEqual([false, 0]);
  });
});
