import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createManualClock, type ManualClock } from '@watchpost/contract/testing';
import mqtt, { type MqttClient } from 'mqtt';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createEmbeddedBroker } from '../../adapters/broker/embedded.ts';
import type { Broker, BrokerClient, BrokerRules } from '../../adapters/broker/port.ts';
import { createSeal } from '../../kernel/seal.ts';
import { createTokens } from '../../kernel/tokens.ts';
import { createTestDatabase, describeDatabases, type TestDatabase } from '../../testing/databases.ts';
import { insertCamera, insertCustomer, insertDevice, insertGrant } from '../../testing/people.ts';
import { createCamerasService } from '../cameras/index.ts';
import { createSessionFamilies, type SessionFamilies } from '../session/session-families.ts';
import { createAnnouncer, type Announcer, type EventChange } from './events-announcer.ts';
import { createMqttAccess, type MqttAccess } from './events-mqtt-access.ts';

const log = pino({ level: 'silent' });
const online = { state: 'online', since: 5, reason: null } as const;
const event = {
  id: 'evt_1',
  cameraId: '',
  type: 'motion',
  startAt: 1,
  endAt: null,
  area: { x: 0, y: 0, width: 1, height: 1 },
  hasPicture: true,
  score: null,
  label: null,
} as const;

describeDatabases('subscribing to events', (engine) => {
  let database: TestDatabase;
  let clock: ManualClock;
  let access: MqttAccess;
  let broker: Broker;
  let announcer: Announcer;
  let families: SessionFamilies;
  let server: Server;
  /** What the broker has asked about the rights of its clients. */
  let checks: Promise<unknown>[];
  let owner: string;
  let camera: string;
  const clients: MqttClient[] = [];

  beforeEach(async () => {
    database = await createTestDatabase(engine);
    const { db } = database;
    clock = createManualClock(Date.UTC(2026, 0, 15));
    const tokens = createTokens(new Uint8Array(32).fill(1));
    families = createSessionFamilies({ db, clock, tokens });
    const cameras = createCamerasService({
      db,
      clock,
      seal: createSeal(new Uint8Array(32).fill(5)),
      status: { status: () => online, hasSpeaker: () => false },
      previews: { preview: () => null, read: async () => null },
      archiveDays: 7,
    });
    access = createMqttAccess({
      tokens,
      clock,
      cameras,
      isSessionRunning: families.isRunning,
      onCamerasChanged: (customerId) => announcer.camerasChanged(customerId),
    });
    checks = [];
    const noteChecks = (client: BrokerClient): BrokerClient => ({
      ...client,
      hears: () => {
        const hearing = client.hears();
        checks.push(hearing);
        return hearing;
      },
    });
    const rules: BrokerRules = {
      admit: async (credentials) => {
        const client = await access.admit(credentials);
        return client && noteChecks(client);
      },
    };
    broker = createEmbeddedBroker({ rules, clock, log });
    announcer = createAnnouncer(broker);
    server = createServer().on('upgrade', broker.handleUpgrade);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    owner = await insertCustomer(db, 'owner@example.com');
    camera = await insertCamera(db, owner);
  });
  afterEach(async () => {
    await Promise.all(clients.splice(0).map((client) => client.endAsync(true)));
    await broker.close();
    server.close();
    await database.close();
  });

  /** Connects a page of a signed-in user, with all allowed topics subscribed. */
  async function listen(customerId: string) {
    const { familyId } = await families.start(customerId, await insertDevice(database.db, customerId));
    const authorization = await access.authorize({ customerId, familyId, deviceId: null, locale: null });
    const { clientId, username, password, topics } = authorization;
    const client = mqtt.connect(`ws://127.0.0.1:${(server.address() as AddressInfo).port}/`, {
      clientId,
      username,
      password,
      reconnectPeriod: 0,
    });
    clients.push(client);
    client.on('error', () => undefined);
    const heard: string[] = [];
    client.on('message', (topic, payload) => heard.push(`${topic.split('/').at(-1)} ${payload.toString()}`));
    await new Promise<void>((resolve) => client.once('connect', () => resolve()));
    const granted = await client.subscribeAsync(topics);
    const state = { isOpen: true };
    client.once('close', () => (state.isOpen = false));
    return { client, heard, state, familyId, authorization, granted };
  }
  /** Advances the clock by nine seconds, including the server's own checks. */
  const nineSeconds = async (): Promise<void> => {
    for (let second = 0; second < 9; second += 1) clock.advance(1000);
    await Promise.all(checks);
    // What a check has decided is done in the same turn.
    await new Promise((resolve) => setImmediate(resolve));
  };

  test('topics are those of visible cameras; events require the archive right; another user’s password is refused', async () => {
    const [viewer, blind, stranger] = [
      await insertCustomer(database.db, 'v@example.com'),
      await insertCustomer(database.db, 'b@example.com'),
      await insertCustomer(database.db, 's@example.com'),
    ];
    await insertGrant(database.db, camera, viewer);
    await insertGrant(database.db, camera, blind, { with_archive: 0 });
    const topicsOf = async (customerId: string) => (await listen(customerId)).authorization.topics.slice(1);
    expect(await topicsOf(viewer)).toEqual([`cameras/${camera}/state`, `cameras/${camera}/events`]);
    expect(await topicsOf(blind)).toEqual([`cameras/${camera}/state`]);
    expect(await topicsOf(stranger)).toEqual([]);
    const { authorization } = await listen(owner);
    const given = { clientId: authorization.clientId, username: owner, password: authorization.password };
    expect(await access.admit(given)).toMatchObject({ owner });
    for (const wrong of [
      { username: viewer },
      { clientId: 'other' },
      { password: `${authorization.password}x` },
      { password: authorization.password.replace('mqtt.', 'access.') },
    ])
      expect(await access.admit({ ...given, ...wrong })).toBeNull();
    await expect(access.authorize({ customerId: owner, familyId: null, deviceId: null, locale: null })).rejects.toMatchObject({
      code: 'unauthorized',
    });
  });

  test('messages follow the contract; a camera’s state is retained for later subscribers, and removed with the camera', async () => {
    announcer.state(camera, online);
    const { heard } = await listen(owner);
    await expect.poll(() => heard).toEqual([`state ${JSON.stringify(online)}`]);
    announcer.event('picture', { ...event, cameraId: camera });
    const { hasPicture: _, ...published } = event;
    const pictureUrl = `/public/api/v3/cameras/${camera}/events/evt_1/picture.jpg`;
    await expect
      .poll(() => heard.slice(1))
      .toEqual([`events ${JSON.stringify({ kind: 'picture', event: { ...published, cameraId: camera, pictureUrl } })}`]);
    announcer.forget(camera);
    const later = await listen(owner);
    announcer.camerasChanged(owner);
    await expect.poll(() => later.heard).toEqual([`cameras ${JSON.stringify({ kind: 'changed' })}`]);
  });

  test('R24: a grant that is revoked, downgraded or expired ends its topics within 10 s, with a notice', async () => {
    const viewer = await insertCustomer(database.db, 'v@example.com');
    await insertGrant(database.db, camera, viewer);
    const { heard, state } = await listen(viewer);
    await database.db.updateTable('camera_grants').set({ with_archive: 0 }).execute();
    await nineSeconds();
    announcer.event('began', { ...event, cameraId: camera });
    announcer.state(camera, online);
    await expect.poll(() => heard).toEqual([`cameras ${JSON.stringify({ kind: 'changed' })}`, `state ${JSON.stringify(online)}`]);
    await database.db
      .updateTable('camera_grants')
      .set({ expires_at: clock.now() + 1000 })
      .execute();
    await nineSeconds();
    announcer.state(camera, { ...online, since: 6 });
    announcer.camerasChanged(viewer);
    await expect.poll(() => heard.length).toBe(4);
    expect(heard.some((text) => text.includes('"since":6'))).toBe(false);
    expect(state.isOpen).toBe(true);
  });

  test('R24: events end with the hours of a grant and begin with them, and a period that is over has none', async () => {
    const [evening, past] = [await insertCustomer(database.db, 'e@example.com'), await insertCustomer(database.db, 'p@example.com')];
    // It is 3:00 in Moscow.
    await insertGrant(database.db, camera, evening, { daily_from: 3 * 60 + 1, daily_until: 3 * 60 + 3 });
    await insertGrant(database.db, camera, past, { archive_until: clock.now() });
    const [first, second] = [await listen(evening), await listen(past)];
    expect([first.authorization.topics.slice(1), second.authorization.topics.slice(1)]).toEqual([
      [`cameras/${camera}/state`],
      [`cameras/${camera}/state`],
    ]);
    clock.advance(60_000);
    await nineSeconds();
    await first.client.subscribeAsync(`cameras/${camera}/events`);
    const heardEvents = () => first.heard.filter((text) => text.startsWith('events')).length;
    announcer.event('began', { ...event, cameraId: camera });
    await expect.poll(heardEvents).toBe(1);
    clock.advance(111_000);
    await nineSeconds();
    announcer.event('ended', { ...event, cameraId: camera });
    announcer.state(camera, { ...online, since: 7 });
    await expect.poll(() => first.heard.some((text) => text.includes('"since":7'))).toBe(true);
    expect(heardEvents()).toBe(1);
  });

  test('R24: of an event that began before the open part of the archive a viewer hears neither the picture nor the end', async () => {
    const [late, all] = [await insertCustomer(database.db, 'l@example.com'), await insertCustomer(database.db, 'a@example.com')];
    await insertGrant(database.db, camera, late, { archive_from: clock.now() });
    await insertGrant(database.db, camera, all);
    const [second, first] = [await listen(late), await listen(all)];
    const of = (kind: EventChange, id: string, startAt: number) => announcer.event(kind, { ...event, id, cameraId: camera, startAt });
    of('picture', 'evt_before', clock.now() - 1);
    of('ended', 'evt_before', clock.now() - 1);
    of('began', 'evt_after', clock.now());
    broker.publish({ topic: `cameras/${camera}/events`, payload: 'nonsense', isRetained: false });
    of('ended', 'evt_after', clock.now());
    const heardBy = ({ heard }: { readonly heard: readonly string[] }) =>
      heard.map((text) => /"kind":"(\w+)","event":\{"id":"(\w+)"/.exec(text)?.slice(1).join(' ') ?? text);
    await expect.poll(() => heardBy(first).at(-1)).toBe('ended evt_after');
    await expect.poll(() => heardBy(second)).toEqual(['began evt_after', 'ended evt_after']);
    expect(heardBy(first)).toHaveLength(5);
    // A limit that is set meanwhile takes effect like every other change.
    await database.db.updateTable('camera_grants').set({ archive_from: clock.now() }).where('customer_id', '=', all).execute();
    await nineSeconds();
    of('ended', 'evt_before', clock.now() - 60_000);
    announcer.state(camera, online);
    await expect.poll(() => first.heard.at(-1)).toMatch(/^state/);
    expect(heardBy(first).filter((text) => text === 'ended evt_before')).toHaveLength(1);
  });

  test('R24: an ended session or an expired password ends the connection within 10 s', async () => {
    const [first, second] = [await listen(owner), await listen(owner)];
    await families.revoke(first.familyId);
    await nineSeconds();
    await expect.poll(() => [first.state.isOpen, broker.clients()]).toEqual([false, 1]);
    expect(second.state.isOpen).toBe(true);
    clock.advance(second.authorization.expiresAt - clock.now());
    announcer.state(camera, online);
    await nineSeconds();
    await expect.poll(() => second.state.isOpen).toBe(false);
    expect([second.heard, await access.admit({ ...second.authorization })]).toEqual([[], null]);
  });
});
