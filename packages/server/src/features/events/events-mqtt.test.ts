import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import mqtt, { type MqttClient } from 'mqtt';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createEmbeddedBroker } from '../../adapters/broker/embedded.ts';
import type { Broker } from '../../adapters/broker/port.ts';
import { createSeal } from '../../kernel/seal.ts';
import { createTokens } from '../../kernel/tokens.ts';
import { createTestDatabase, describeDatabases, type TestDatabase } from '../../testing/databases.ts';
import { createManualClock, type ManualClock } from '../../testing/manual-clock.ts';
import { insertCamera, insertCustomer, insertDevice, insertGrant } from '../../testing/people.ts';
import { createCamerasService } from '../cameras/index.ts';
import { createSessionFamilies, type SessionFamilies } from '../session/session-families.ts';
import { createAnnouncer, type Announcer } from './events-announcer.ts';
import { createMqttAccess, type MqttAccess } from './events-mqtt-access.ts';

const log = pino({ level: 'silent' });
const online = { state: 'online', since: 5, reason: null } as const;
const event = { id: 'evt_1', cameraId: '', type: 'motion', startAt: 1, endAt: null, area: { x: 0, y: 0, width: 1, height: 1 }, hasPicture: true } as const;

describeDatabases('who hears what happens', (engine) => {
  let database: TestDatabase;
  let clock: ManualClock;
  let access: MqttAccess;
  let broker: Broker;
  let announcer: Announcer;
  let families: SessionFamilies;
  let server: Server;
  let owner: string;
  let camera: string;
  const clients: MqttClient[] = [];

  beforeEach(async () => {
    database = await createTestDatabase(engine);
    const { db } = database;
    clock = createManualClock(Date.UTC(2026, 0, 15));
    const tokens = createTokens(new Uint8Array(32).fill(1));
    families = createSessionFamilies({ db, clock, tokens });
    const cameras = createCamerasService({ db, clock, seal: createSeal(new Uint8Array(32).fill(5)), status: { status: () => online, hasSpeaker: () => false }, previews: { preview: () => null, read: async () => null }, archiveDays: 7 });
    access = createMqttAccess({ tokens, clock, cameras, isSessionRunning: families.isRunning, onCamerasChanged: (customerId) => announcer.camerasChanged(customerId) });
    broker = createEmbeddedBroker({ rules: access, clock, log });
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

  /** A page of somebody who has signed in, with all that it may hear subscribed. */
  async function listen(customerId: string) {
    const { familyId } = await families.start(customerId, await insertDevice(database.db, customerId));
    const authorization = await access.authorize({ customerId, familyId, deviceId: null, locale: null });
    const { clientId, username, password, topics } = authorization;
    const client = mqtt.connect(`ws://127.0.0.1:${(server.address() as AddressInfo).port}/`, { clientId, username, password, reconnectPeriod: 0 });
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
  /** Nine seconds pass, and what the server asks itself meanwhile is answered. */
  const nineSeconds = async (): Promise<void> => {
    for (let second = 0; second < 9; second += 1) clock.advance(1000);
    for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setTimeout(resolve, 5));
  };

  test('topics are those of visible cameras; events only with their archive; nobody else’s password fits', async () => {
    const [viewer, blind, stranger] = [await insertCustomer(database.db, 'v@example.com'), await insertCustomer(database.db, 'b@example.com'), await insertCustomer(database.db, 's@example.com')];
    await insertGrant(database.db, camera, viewer);
    await insertGrant(database.db, camera, blind, { with_archive: 0 });
    const topicsOf = async (customerId: string) => (await listen(customerId)).authorization.topics.slice(1);
    expect(await topicsOf(viewer)).toEqual([`cameras/${camera}/state`, `cameras/${camera}/events`]);
    expect(await topicsOf(blind)).toEqual([`cameras/${camera}/state`]);
    expect(await topicsOf(stranger)).toEqual([]);
    const { authorization } = await listen(owner);
    const given = { clientId: authorization.clientId, username: owner, password: authorization.password };
    expect(await access.admit(given)).toMatchObject({ owner });
    for (const wrong of [{ username: viewer }, { clientId: 'other' }, { password: `${authorization.password}x` }, { password: authorization.password.replace('mqtt.', 'access.') }]) expect(await access.admit({ ...given, ...wrong })).toBeNull();
    await expect(access.authorize({ customerId: owner, familyId: null, deviceId: null, locale: null })).rejects.toMatchObject({ code: 'unauthorized' });
  });

  test('what happens, in the words of the contract; the state of a camera waits for who comes later, and goes with it', async () => {
    announcer.state(camera, online);
    const { heard } = await listen(owner);
    await expect.poll(() => heard).toEqual([`state ${JSON.stringify(online)}`]);
    announcer.event('picture', { ...event, cameraId: camera });
    const { hasPicture: _, ...told } = event;
    const pictureUrl = `/public/api/v3/cameras/${camera}/events/evt_1/picture.jpg`;
    await expect.poll(() => heard.slice(1)).toEqual([`events ${JSON.stringify({ kind: 'picture', event: { ...told, cameraId: camera, pictureUrl } })}`]);
    announcer.forget(camera);
    const later = await listen(owner);
    announcer.camerasChanged(owner);
    await expect.poll(() => later.heard).toEqual([`cameras ${JSON.stringify({ kind: 'changed' })}`]);
  });

  test('R24: a grant that is revoked, downgraded or over ends what it let hear within 10 s, and says so', async () => {
    const viewer = await insertCustomer(database.db, 'v@example.com');
    await insertGrant(database.db, camera, viewer);
    const { heard, state } = await listen(viewer);
    await database.db.updateTable('camera_grants').set({ with_archive: 0 }).execute();
    await nineSeconds();
    announcer.event('began', { ...event, cameraId: camera });
    announcer.state(camera, online);
    await expect.poll(() => heard).toEqual([`cameras ${JSON.stringify({ kind: 'changed' })}`, `state ${JSON.stringify(online)}`]);
    await database.db.updateTable('camera_grants').set({ expires_at: clock.now() + 1000 }).execute();
    await nineSeconds();
    announcer.state(camera, { ...online, since: 6 });
    announcer.camerasChanged(viewer);
    await expect.poll(() => heard.length).toBe(4);
    expect(heard.some((text) => text.includes('"since":6'))).toBe(false);
    expect(state.isOpen).toBe(true);
  });

  test('R24: a session that was ended, or a password that is too old, ends the connection within 10 s', async () => {
    const [first, second] = [await listen(owner), await listen(owner)];
    await families.revoke(first.familyId);
    await nineSeconds();
    expect([first.state.isOpen, second.state.isOpen, broker.clients()]).toEqual([false, true, 1]);
    clock.advance(second.authorization.expiresAt - clock.now());
    announcer.state(camera, online);
    await nineSeconds();
    expect([second.state.isOpen, second.heard, await access.admit({ ...second.authorization })]).toEqual([false, [], null]);
  });
});
