import { homeAssistantDiscoveryTopic, homeMqttLimits } from '@watchpost/contract/protocols/home-mqtt';
import { homeAssistantDiscoverySchema } from '@watchpost/contract/schemas/home-mqtt';
import { createManualClock, type ManualClock } from '@watchpost/contract/testing';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { HomeBrokerMessage, HomeBrokerSession } from '../../adapters/home-broker/port.ts';
import { createTestDatabase, describeDatabases, type TestDatabase } from '../../testing/databases.ts';
import { insertCamera, insertCustomer, insertEvent } from '../../testing/people.ts';
import type { StoredEvent } from '../events/index.ts';
import { createHomeMqttPublisher, type HomeMqttPublisher, type HomeMqttPublisherDeps } from './home-mqtt-publisher.ts';
import { createHomeMqttRepository, type HomeMqttRepository } from './home-mqtt-repository.ts';

const jpeg = new Uint8Array([0xff, 0xd8, 0xff]);
const { detectionTimeoutMs, refreshIntervalMs, minSnapshotIntervalMs, maxSnapshotBytes } = homeMqttLimits;

describeDatabases('publishing for home automation', (engine) => {
  let database: TestDatabase;
  let clock: ManualClock;
  let repository: HomeMqttRepository;
  let publisher: HomeMqttPublisher;
  /** The connections; the first one is that of the cameras. */
  let sessions: HomeBrokerSession[];
  let sent: HomeBrokerMessage[];
  let owner: string;
  let yard: string;
  let state: 'online' | 'offline';
  let battery: { level: number } | null;
  let preview: { takenAt: number } | null;
  let picture: Uint8Array;

  beforeEach(async () => {
    database = await createTestDatabase(engine);
    clock = createManualClock();
    repository = createHomeMqttRepository(database.db);
    [sessions, sent, state, battery, preview, picture] = [[], [], 'offline', null, null, jpeg];
    owner = await insertCustomer(database.db, 'owner@example.com');
    yard = await insertCamera(database.db, owner);
    publisher = open(null);
  });
  afterEach(async () => {
    await publisher.close();
    await database.close();
  });

  const open = (node: HomeMqttPublisherDeps['node']): HomeMqttPublisher =>
    createHomeMqttPublisher({
      node,
      settings: { prefix: 'house', discoveryPrefix: 'homeassistant' },
      connect: (opened) => {
        sessions.push(opened);
        return {
          publish: (message) => void sent.push(message),
          isConnected: () => true,
          counts: () => ({ published: 0, dropped: 0 }),
          close: async () => undefined,
        };
      },
      repository,
      clock,
      log: pino({ level: 'silent' }),
      status: () => ({ state }),
      battery: () => battery,
      snapshots: { preview: () => preview, read: async () => jpeg },
      readPicture: async () => picture,
    });
  /** Makes this server a node. @returns the cameras that it holds */
  const join = (): Set<string> => {
    const held = new Set<string>();
    publisher = open({ id: 'node_1', holds: (cameraId) => held.has(cameraId) });
    return held;
  };

  const short = (topic: string): string => topic.replace(yard, 'yard').replace(/^house\//, '');
  /** Returns what was sent since the last call: topics with texts, and bytes as their number. */
  const news = async (): Promise<string[]> => {
    const messages = sent.splice(0).filter(({ topic }) => !topic.startsWith('homeassistant/'));
    return Promise.all(
      messages.map(async ({ topic, payload, isRetained, isCurrent }) => {
        const content =
          typeof payload === 'string' ? payload : isCurrent?.() === false ? 'over' : ((await payload())?.byteLength ?? 'none');
        return `${short(topic)} ${content}${isRetained ? '' : ' !'}`.replaceAll(yard, 'yard');
      }),
    );
  };
  const components = (): string[] => {
    const message = sent.findLast(({ topic }) => topic === homeAssistantDiscoveryTopic('homeassistant', yard));
    return Object.keys(homeAssistantDiscoverySchema.parse(JSON.parse(String(message?.payload))).components);
  };
  const start = async (): Promise<void> => {
    await repository.enable(yard, clock.now());
    publisher.start();
    await publisher.idle();
    sessions[0]?.onConnected();
    clock.advance(5000);
  };
  const refresh = async (): Promise<void> => {
    clock.advance(refreshIntervalMs);
    await publisher.idle();
  };
  const info = '{"id":"yard","title":"Yard","model":"Model 7","timeZone":"Europe/Moscow"}';
  const event = (over: Partial<StoredEvent> = {}): StoredEvent => ({
    id: 'evt_1',
    cameraId: yard,
    type: 'motion',
    startAt: clock.now(),
    endAt: null,
    area: { x: 0, y: 0, width: 1, height: 1 },
    hasPicture: false,
    score: null,
    label: null,
    ...over,
  });

  test('connects once it knows the cameras, and publishes those of their owners’ choice', async () => {
    const other = await insertCamera(database.db, owner);
    await start();
    expect(sessions).toMatchObject([{ statusTopic: 'house/status', subscriptions: ['house/+/availability', 'homeassistant/status'] }]);
    expect(components()).toEqual(['camera', 'motion', 'connectivity']);
    expect(JSON.stringify(sent)).not.toContain(other);
    expect(await news()).toEqual(['yard/availability offline', `yard/info ${info}`, 'yard/motion OFF !']);
    state = 'online';
    publisher.onStatus(yard, { state });
    publisher.onStatus(other, { state });
    expect(await news()).toEqual(['yard/availability online']);
  });

  test('motion is ON from its beginning to its end, each with the event itself', async () => {
    await start();
    await news();
    const began = event();
    publisher.onEvent('began', began);
    const ended = { ...began, endAt: began.startAt + 9000 };
    publisher.onEvent('ended', ended);
    const json = (endedAt: number | null): string =>
      `{"id":"evt_1","type":"motion","cameraId":"yard","title":"Yard","startedAt":${began.startAt},"endedAt":${endedAt}}`;
    expect(await news()).toEqual([
      `yard/event ${json(null)} !`,
      'yard/motion ON !',
      `yard/event ${json(ended.endAt)} !`,
      'yard/motion OFF !',
    ]);
    clock.advance(detectionTimeoutMs);
    expect((await news()).filter((text) => text.includes('motion'))).toEqual([]);
  });

  test('motion whose end is not reported is OFF after the documented time; a later one begins it again', async () => {
    await start();
    publisher.onEvent('began', event());
    clock.advance(detectionTimeoutMs - 1);
    publisher.onEvent('began', event({ id: 'evt_2' }));
    clock.advance(detectionTimeoutMs - 1);
    await news();
    clock.advance(1);
    expect((await news()).filter((text) => text.includes('motion'))).toEqual(['yard/motion OFF !']);
  });

  test('a person is announced with the first event of one, or when there was one before', async () => {
    await start();
    publisher.onEvent('began', event({ type: 'human' }));
    expect(components()).toEqual(['camera', 'motion', 'person', 'connectivity']);
    expect((await news()).slice(-1)).toEqual(['yard/person ON !']);
    // Other types are events only.
    publisher.onEvent('began', event({ type: 'vehicle' }));
    expect(await news()).toHaveLength(1);
    const gate = await insertCamera(database.db, owner);
    await insertEvent(database.db, gate, { type: 'human' });
    await repository.enable(gate, clock.now());
    await refresh();
    const announced = sent.find(({ topic }) => topic === homeAssistantDiscoveryTopic('homeassistant', gate));
    expect(String(announced?.payload)).toContain('occupancy');
  });

  test('a snapshot follows the picture of an event, and every new preview; in between it rests', async () => {
    preview = { takenAt: clock.now() };
    await start();
    expect((await news())[2]).toBe('yard/snapshot 3');
    publisher.onEvent('picture', event());
    expect(await news()).toEqual(['yard/snapshot 3']);
    clock.advance(minSnapshotIntervalMs - 1);
    publisher.onEvent('picture', event());
    expect(await news()).toEqual([]);
    clock.advance(1);
    picture = new Uint8Array(maxSnapshotBytes + 1);
    publisher.onEvent('picture', event());
    expect(await news()).toEqual(['yard/snapshot none']);
    // The preview is older than the picture of the event.
    await refresh();
    expect(await news()).toEqual([]);
    preview = { takenAt: clock.now() };
    await refresh();
    expect(await news()).toEqual(['yard/snapshot 3']);
  });

  test('names and batteries are compared once a minute', async () => {
    await start();
    await news();
    await database.db.updateTable('cameras').set({ title: 'Garden' }).where('id', '=', yard).execute();
    battery = { level: 0.666 };
    await refresh();
    expect(components()).toContain('battery');
    expect(await news()).toEqual(['yard/battery 67', `yard/info ${info.replace('Yard', 'Garden')}`]);
    await refresh();
    expect(await news()).toEqual([]);
    battery = { level: 0.664 };
    await refresh();
    expect(await news()).toEqual(['yard/battery 66']);
  });

  test.each([
    ['switched off', () => repository.disable(yard)],
    ['removed', () => database.db.deleteFrom('cameras').where('id', '=', yard).execute()],
    ['of a deleted account', () => database.db.updateTable('customers').set({ deleted_at: 1 }).execute()],
  ])('a camera that is %s is removed from the broker, its availability last', async (_, end) => {
    await start();
    publisher.onEvent('picture', event());
    const snapshot = sent.at(-1);
    publisher.onEvent('began', event());
    sent.splice(0);
    await end();
    publisher.refresh();
    await publisher.idle();
    expect(sent[0]?.topic).toBe(homeAssistantDiscoveryTopic('homeassistant', yard));
    expect(sent[0]?.payload).toBe('');
    expect(await news()).toEqual(['yard/snapshot ', 'yard/battery ', 'yard/info ', 'yard/availability ']);
    expect(snapshot?.isCurrent?.()).toBe(false);
    clock.advance(detectionTimeoutMs);
    publisher.onEvent('ended', event({ endAt: 5 }));
    publisher.onStatus(yard, { state: 'online' });
    expect(await news()).toEqual([]);
  });

  test('what the broker retains of any other camera is removed, and of nothing else', async () => {
    await start();
    await news();
    const retained = (topic: string, payload = 'online') => sessions[0]?.onMessage({ topic, payload, isRetained: true });
    retained(`house/${yard}/availability`);
    sessions[0]?.onMessage({ topic: 'house/cam_gone/availability', payload: 'online', isRetained: false });
    retained('house/cam_gone/availability', '');
    retained(`house/${'x'.repeat(65)}/availability`);
    retained('homeassistant/status');
    await publisher.idle();
    expect(sent).toEqual([]);
    retained('house/cam_gone/availability');
    await publisher.idle();
    expect(sent).toHaveLength(5);
    expect((await news()).at(-1)).toBe('cam_gone/availability ');
  });

  test('everything is sent again when Home Assistant has started, and what is not retained a little later', async () => {
    await start();
    publisher.onEvent('began', event());
    sent.splice(0);
    sessions[0]?.onMessage({ topic: 'homeassistant/status', payload: 'offline', isRetained: false });
    expect(sent).toEqual([]);
    sessions[0]?.onMessage({ topic: 'homeassistant/status', payload: 'online', isRetained: false });
    expect(components()).toEqual(['camera', 'motion', 'connectivity']);
    expect(await news()).toEqual(['yard/availability offline', `yard/info ${info}`]);
    clock.advance(5000);
    expect(await news()).toEqual(['yard/motion ON !']);
  });

  test('a node publishes what it holds, and what Home Assistant shows of it depends on no other node', async () => {
    const held = join();
    const gate = await insertCamera(database.db, owner);
    await repository.enable(gate, clock.now());
    held.add(yard);
    await start();
    expect(sessions.map(({ statusTopic }) => statusTopic)).toEqual(['house/nodes/node_1/status', 'house/status']);
    const announced = sent.find(({ topic }) => topic === homeAssistantDiscoveryTopic('homeassistant', yard));
    const { availability, components: entities } = homeAssistantDiscoverySchema.parse(JSON.parse(String(announced?.payload)));
    expect(availability.map(({ topic }) => short(topic))).toEqual(['nodes/node_1/status', 'yard/availability']);
    expect(entities['connectivity']?.availability?.map(({ topic }) => short(topic))).toEqual(['nodes/node_1/status']);
    expect(sent.some(({ topic }) => topic.includes(gate))).toBe(false);
    expect(await news()).toEqual(['yard/availability offline', `yard/info ${info}`, 'yard/motion OFF !']);

    // Another node takes the camera: nothing that this one says of it would be true.
    held.delete(yard);
    publisher.onStatus(yard, { state });
    publisher.onEvent('began', event());
    const restartHomeAssistant = () => sessions[0]?.onMessage({ topic: 'homeassistant/status', payload: 'online', isRetained: false });
    restartHomeAssistant();
    await refresh();
    restartHomeAssistant();
    clock.advance(5000);
    expect(sent).toEqual([]);

    // And gives it back: what that one has announced names another node.
    held.add(yard);
    publisher.onTaken(yard);
    await publisher.idle();
    expect(components()).toEqual(['camera', 'motion', 'connectivity']);
    clock.advance(5000);
    expect(await news()).toEqual(['yard/availability offline', `yard/info ${info}`, 'yard/motion OFF !']);
  });

  test('a camera that comes back before this node has noticed that it went is announced again', async () => {
    join().add(yard);
    await start();
    await news();
    publisher.onTaken(yard);
    await publisher.idle();
    expect(await news()).toEqual(['yard/availability offline', `yard/info ${info}`]);
  });

  test('what other nodes publish stays at the broker; what no owner agrees to any more is removed by each node', async () => {
    join();
    const [gate, door] = [await insertCamera(database.db, owner), await insertCamera(database.db, owner)];
    await repository.enable(gate, clock.now());
    await start();
    const retained = async (cameraId: string): Promise<void> => {
      sessions[0]?.onMessage({ topic: `house/${cameraId}/availability`, payload: 'online', isRetained: true });
      await publisher.idle();
    };
    await retained(gate);
    // Its owner has agreed a moment ago, at another node.
    await repository.enable(door, clock.now());
    await retained(door);
    expect(sent).toEqual([]);
    await repository.disable(gate);
    await refresh();
    expect((await news()).at(-1)).toBe(`${gate}/availability `);
  });

  test('what another node clears is looked up, and published again if its owner still agrees', async () => {
    join().add(yard);
    await start();
    await news();
    const clear = async (): Promise<void> => {
      sessions[0]?.onMessage({ topic: `house/${yard}/availability`, payload: '', isRetained: false });
      await publisher.idle();
    };
    await clear();
    expect(await news()).toEqual(['yard/availability offline', `yard/info ${info}`]);
    await repository.disable(yard);
    await clear();
    expect((await news()).at(-1)).toBe('yard/availability ');
    await clear();
    expect(sent).toEqual([]);
  });

  test('a node that ends makes the topic of all nodes offline, and the others make it online again', async () => {
    join();
    await start();
    const [, shared] = sessions;
    const online: HomeBrokerMessage = { topic: 'house/status', payload: 'online', isRetained: true };
    const hear = (payload: string) => shared?.onMessage({ topic: 'house/status', payload, isRetained: false });
    hear('online');
    expect(sent).toEqual([]);
    hear('offline');
    expect(sent).toEqual([online]);
    // One that is ending itself is not there any more.
    await publisher.close();
    hear('offline');
    expect(sent).toEqual([online]);
  });
});
