import { listCameras, removeCamera } from '@watchpost/contract/endpoints/cameras';
import { listEvents, updateMotionDetection } from '@watchpost/contract/endpoints/events';
import { updateHomeMqtt } from '@watchpost/contract/endpoints/home-mqtt';
import { fillPath, type Endpoint } from '@watchpost/contract/kernel';
import { homeAssistantDiscoveryTopic, homeCameraTopic, homeNodeTopic, homeStatusTopic } from '@watchpost/contract/protocols/home-mqtt';
import {
  homeAssistantDiscoverySchema,
  homeAvailabilitySchema,
  homeCameraInfoSchema,
  homeDetectionSchema,
  homeEventSchema,
} from '@watchpost/contract/schemas/home-mqtt';
import { cameraListSchema } from '@watchpost/contract/schemas/cameras';
import { eventPageSchema } from '@watchpost/contract/schemas/events';
import { systemClock } from '@watchpost/contract/timing/clock';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { createHomeBroker } from '../../adapters/home-broker/home-broker.ts';
import { locateDatabase, openDatabase } from '../../db/database.ts';
import { createLog } from '../../kernel/log.ts';
import { listenAtHome, retainedAt, type HomeListener } from '../../testing/home/home-listener.ts';
import { insertCamera, insertCustomer } from '../../testing/people.ts';
import { startHomeBrokerProcess } from '../../testing/processes/home-broker-process.ts';
import { hasMosquitto, startMosquitto, type Mosquitto } from '../../testing/processes/mosquitto-process.ts';
import { startTestServer, type TestServer, type TestSession } from '../../testing/test-server.ts';
import { atMost } from '../../../../../tooling/tests/slow-machine.ts';
import { createHomeMqttPublisher } from './home-mqtt-publisher.ts';

const homeMqttOf = ({ url }: Mosquitto) => ({ url, prefix: 'house', discoveryPrefix: 'homeassistant' });
const call = (server: TestServer, { method, path }: Endpoint, id: string, headers: Record<string, string>, body?: unknown) =>
  server.call({ method, path: fillPath(path, { id }) }, { headers, ...(body !== undefined && { body }) });
const jsonOf = (bytes: Buffer | string | undefined): unknown => JSON.parse(String(bytes));

describe.skipIf(!hasMosquitto)('a server at the broker of a home', () => {
  let mosquitto: Mosquitto;
  let server: TestServer;
  let headers: { authorization: string };
  let id: string;

  /** Everything that is retained of the camera, by the last part of the topic; `config` announces it. */
  const retained = async (): Promise<Record<string, string>> =>
    Object.fromEntries(
      [...(await retainedAt(mosquitto.url))]
        .filter(([topic]) => topic.includes(id))
        .map(([topic, payload]) => [topic.split('/').at(-1) ?? '', payload.toString()]),
    );
  const enable = async (isEnabled: boolean): Promise<void> =>
    expect((await call(server, updateHomeMqtt, id, headers, { isEnabled })).status).toBe(200);
  const withDb = async <T>(work: (db: ReturnType<typeof openDatabase>) => Promise<T>): Promise<T> => {
    const db = openDatabase(locateDatabase(server.config));
    try {
      return await work(db);
    } finally {
      await db.destroy();
    }
  };

  beforeEach(async () => {
    mosquitto = await startMosquitto({ isPersistent: true });
    server = await startTestServer({ homeMqtt: homeMqttOf(mosquitto) });
    [headers, id] = await withDb(async (db) => {
      const owner = await insertCustomer(db, 'owner@example.com');
      return [{ authorization: `Bearer ${await server.openSession(owner)}` }, await insertCamera(db, owner)];
    });
  });
  afterEach(async () => {
    await server.close();
    await mosquitto.remove();
  });

  test('publishes nothing before its owner agrees, everything then, and nothing afterwards', async () => {
    await expect.poll(async () => (await retainedAt(mosquitto.url)).get('house/status')?.toString()).toBe('online');
    expect(await retained()).toEqual({});
    await enable(true);
    await expect.poll(retained).toMatchObject({ availability: 'offline', info: expect.anything(), config: expect.anything() });
    const { info, config } = await retained();
    expect(homeCameraInfoSchema.parse(jsonOf(info))).toEqual({ id, title: 'Yard', model: 'Model 7', timeZone: 'Europe/Moscow' });
    expect(homeAssistantDiscoverySchema.parse(jsonOf(config)).device).toMatchObject({ name: 'Yard', identifiers: [`watchpost_${id}`] });
    await enable(false);
    await expect.poll(retained).toEqual({});
  });

  test('knows after a restart of the server what is published', async () => {
    await enable(true);
    await expect.poll(retained).toHaveProperty('config');
    server = await server.restart();
    await expect.poll(retained).toHaveProperty('availability', 'offline');
    await expect.poll(async () => (await retainedAt(mosquitto.url)).get('house/status')?.toString()).toBe('online');
    await enable(false);
    await expect.poll(retained).toEqual({});
  });

  test('removes a camera that its owner removes', async () => {
    await enable(true);
    await expect.poll(retained).toHaveProperty('config');
    expect((await call(server, removeCamera, id, headers)).status).toBe(204);
    await expect.poll(retained).toEqual({});
  });

  test.each(['switched off', 'removed'])(
    'removes a camera that was %s while the broker was away and the server restarted',
    async (how) => {
      await enable(true);
      await expect.poll(retained).toHaveProperty('config');
      await mosquitto.stop();
      if (how === 'removed') expect((await call(server, removeCamera, id, headers)).status).toBe(204);
      else await enable(false);
      server = await server.restart();
      await mosquitto.start();
      // What it retained has survived, too.
      await expect.poll(retained, { timeout: atMost(20_000) }).toEqual({});
    },
    atMost(40_000),
  );

  test('fills a broker that has forgotten everything', async () => {
    await enable(true);
    await expect.poll(retained).toHaveProperty('config');
    const other = await listenAtHome(mosquitto.url);
    for (const topic of (await retainedAt(mosquitto.url)).keys()) await other.publish(topic, '', { retain: true });
    expect(await retained()).toEqual({});
    await other.publish('homeassistant/status', 'online');
    await expect.poll(retained).toHaveProperty('config');
    await expect.poll(retained).toHaveProperty('availability', 'offline');
    await other.close();
  });
});

test.skipIf(!hasMosquitto)(
  'a node that is killed is offline; the other one, its cameras and the server are online',
  async () => {
    const mosquitto = await startMosquitto();
    onTestFinished(mosquitto.remove);
    const log = createLog({ level: 'silent', format: 'json', write: () => undefined });
    const publisher = createHomeMqttPublisher({
      node: { id: 'node_1', holds: () => true },
      settings: homeMqttOf(mosquitto),
      connect: (session) => createHomeBroker({ ...session, url: mosquitto.url, clock: systemClock, log }),
      repository: {
        enabled: async () => [{ id: 'cam_1', title: 'Yard', model: null, timeZone: 'Europe/Moscow' }],
        hasPersons: async () => false,
      },
      clock: systemClock,
      log,
      status: () => ({ state: 'online' }),
      battery: () => null,
      snapshots: { preview: () => null, read: async () => null },
      readPicture: async () => new Uint8Array(),
    });
    onTestFinished(publisher.close);
    publisher.start();
    const at = async (topic: string): Promise<string | undefined> => (await retainedAt(mosquitto.url)).get(topic)?.toString();
    await expect.poll(() => at('house/cam_1/availability')).toBe('online');
    await expect.poll(() => at(homeStatusTopic('house'))).toBe('online');
    // The two connections of another node.
    const own = await startHomeBrokerProcess(mosquitto.url, homeNodeTopic('house', 'node_2'));
    onTestFinished(own.kill);
    const shared = await startHomeBrokerProcess(mosquitto.url, homeStatusTopic('house'));
    onTestFinished(shared.kill);
    const home = await listenAtHome(mosquitto.url);
    onTestFinished(home.close);
    await Promise.all([own.kill(), shared.kill()]);
    await expect.poll(() => home.textsOf(homeStatusTopic('house')).slice(-2)).toEqual(['offline', 'online']);
    await expect.poll(() => at(homeNodeTopic('house', 'node_2'))).toBe('offline');
    const announced = homeAssistantDiscoverySchema.parse(jsonOf(await at(homeAssistantDiscoveryTopic('homeassistant', 'cam_1'))));
    expect(await Promise.all(announced.availability.map(({ topic }) => at(topic)))).toEqual(['online', 'online']);
    // The last one that stops leaves nothing online.
    await publisher.close();
    expect([await at(homeNodeTopic('house', 'node_1')), await at(homeStatusTopic('house'))]).toEqual(['offline', 'offline']);
  },
  atMost(20_000),
);

describe.skipIf(!hasMosquitto)('real motion at the broker of a home', () => {
  let mosquitto: Mosquitto;
  let server: TestServer;
  let owner: TestSession;
  let home: HomeListener;

  beforeAll(async () => {
    if (!hasMosquitto) return;
    const user = { name: 'watchpost', password: 'broker-secret' };
    mosquitto = await startMosquitto({ user });
    const url = mosquitto.url.replace('//', `//${user.name}:${user.password}@`);
    server = await startTestServer({ demo: true, homeMqtt: { ...homeMqttOf(mosquitto), url } });
    home = await listenAtHome(mosquitto.url, { username: user.name, password: user.password });
    owner = await server.signIn('anna@example.com');
  });
  afterAll(async () => {
    await home?.close();
    await server?.close();
    await mosquitto?.remove();
  });

  test('is ON and OFF, with its event and a snapshot; no message has a secret or an address', { timeout: atMost(120_000) }, async () => {
    const listed = async () => cameraListSchema.parse(await (await server.call(listCameras, { headers: owner.headers })).json());
    await expect.poll(async () => (await listed()).length, { timeout: atMost(20_000) }).toBeGreaterThan(0);
    const cameras = await listed();
    for (const { id } of cameras) expect((await call(server, updateHomeMqtt, id, owner.headers, { isEnabled: true })).status).toBe(200);
    const topicOf = (id: string, name: Parameters<typeof homeCameraTopic>[2]): string => homeCameraTopic('house', id, name);
    const moving = (): string | undefined => cameras.map(({ id }) => id).find((id) => home.textsOf(topicOf(id, 'motion')).includes('ON'));
    await expect.poll(moving, { timeout: atMost(60_000), interval: 100 }).toBeDefined();
    const id = moving() ?? '';
    const began = homeEventSchema.parse(jsonOf(home.textsOf(topicOf(id, 'event')).findLast((text) => text.includes('"endedAt":null'))));
    expect(began).toMatchObject({ type: 'motion', cameraId: id, title: cameras.find((camera) => camera.id === id)?.title });
    expect(home.textsOf(topicOf(id, 'availability')).at(-1)).toBe('online');

    const pictures = () => home.messages.filter(({ topic }) => topic === topicOf(id, 'snapshot'));
    await expect.poll(() => pictures().length, { timeout: atMost(20_000) }).toBeGreaterThan(0);
    for (const { payload } of pictures()) expect([...payload.subarray(0, 3)]).toEqual([0xff, 0xd8, 0xff]);

    // Switching detection off ends the motion that is being detected.
    const off = await call(server, updateMotionDetection, id, owner.headers, { isEnabled: false });
    expect(off.status).toBe(200);
    await expect.poll(() => home.textsOf(topicOf(id, 'motion')).at(-1)).toBe('OFF');
    const page = eventPageSchema.parse(
      await (await server.call({ ...listEvents, path: `${listEvents.path}?cameraId=${id}` }, { headers: owner.headers })).json(),
    );
    const stored = page.events.find((event) => event.id === began.id);
    const ended = () => home.textsOf(topicOf(id, 'event')).map((text) => homeEventSchema.parse(jsonOf(text)));
    await expect.poll(ended).toContainEqual({ ...began, endedAt: stored?.endAt ?? -1 });

    // What a subscriber gets is the contract.
    for (const { topic, payload } of home.messages) {
      const name = topic.split('/').at(-1);
      if (name === 'snapshot') continue;
      const text = payload.toString();
      if (name === 'availability' || name === 'status') homeAvailabilitySchema.parse(text);
      else if (name === 'motion' || name === 'person') homeDetectionSchema.parse(text);
      else if (name === 'event') homeEventSchema.parse(jsonOf(text));
      else if (name === 'info') homeCameraInfoSchema.parse(jsonOf(text));
      else
        expect(topic).toBe(
          homeAssistantDiscoveryTopic(
            'homeassistant',
            homeAssistantDiscoverySchema.parse(jsonOf(text)).device.identifiers[0]?.slice(10) ?? '',
          ),
        );
      const [, bearer = ''] = owner.headers.authorization.split(' ');
      for (const secret of [bearer, owner.deviceToken, 'broker-secret', 'anna@example.com', '://', '/public/', '127.0.0.1', 'localhost'])
        expect(text).not.toContain(secret);
    }
    expect(server.logLines.join('\n')).not.toContain('broker-secret');
    const metrics = await (await fetch(`${server.url}/metrics`)).text();
    expect(metrics).toMatch(/^watchpost_home_mqtt_connected 1$/m);
    expect(Number(/^watchpost_home_mqtt_published_total (\d+)$/m.exec(metrics)?.[1])).toBeGreaterThan(5);
    expect(metrics).toMatch(/^watchpost_home_mqtt_dropped_total 0$/m);
  });
});
