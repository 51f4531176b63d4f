import { homeAssistantDiscoveryTopic, homeMqttLimits } from '@watchpost/contract/protocols/home-mqtt';
import { homeAssistantDiscoverySchema } from '@watchpost/contract/schemas/home-mqtt';
import { createManualClock, type ManualClock } from '@watchpost/contract/testing';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { HomeBrokerMessage, HomeBrokerSession } from '../../adapters/home-broker/port.ts';
import { createTestDatabase, describeDatabases, type TestDatabase } from '../../testing/databases.ts';
import { insertCamera, insertCustomer, insertEvent } from '../../testing/people.ts';
import type { StoredEvent } from '../events/index.ts';
import { createHomeMqttPublisher, type HomeMqttPublisher } from './home-mqtt-publisher.ts';
import { createHomeMqttRepository, type HomeMqttRepository } from './home-mqtt-repository.ts';

const jpeg = new Uint8Array([0xff, 0xd8, 0xff]);
const { detectionTimeoutMs, refreshIntervalMs, minSnapshotIntervalMs, maxSnapshotBytes } = homeMqttLimits;

describeDatabases('publishing for home automation', (engine) => {
  let database: TestDatabase;
  let clock: ManualClock;
  let repository: HomeMqttRepository;
  let publisher: HomeMqttPublisher;
  let session: HomeBrokerSession | null;
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
    [session, sent, state, battery, preview, picture] = [null, [], 'offline', null, null, jpeg];
    owner = await insertCustomer(database.db, 'owner@example.com');
    yard = await insertCamera(database.db, owner);
    publisher = createHomeMqttPublisher({
      settings: { prefix: 'house', discoveryPrefix: 'homeassistant' },
      connect: (opened) => {
        session = opened;
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
  });
  afterEach(async () => {
    await publisher.close();
    await database.close();
  });

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
    session?.onConnected();
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
    expect(session).toMatchObject({ statusTopic: 'house/status', subscriptions: ['house/+/availability', 'homeassistant/status'] });
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
    const retained = (topic: string, payload = 'online') => session?.onMessage({ topic, payload, isRetained: true });
    retained(`house/${yard}/availability`);
    session?.onMessage({ topic: 'house/cam_gone/availability', payload: 'online', isRetained: false });
    retained('house/cam_gone/availability', '');
    retained(`house/${'x'.repeat(65)}/availability`);
    retained('homeassistant/status');
    expect(sent).toEqual([]);
    retained('house/cam_gone/availability');
    expect(sent).toHaveLength(5);
    expect((await news()).at(-1)).toBe('cam_gone/availability ');
  });

  test('everything is sent again when Home Assistant has started, and what is not retained a little later', async () => {
    await start();
    publisher.onEvent('began', event());
    sent.splice(0);
    session?.onMessage({ topic: 'homeassistant/status', payload: 'offline', isRetained: false });
    expect(sent).toEqual([]);
    session?.onMessage({ topic: 'homeassistant/status', payload: 'online', isRetained: false });
    expect(components()).toEqual(['camera', 'motion', 'connectivity']);
    expect(await news()).toEqual(['yard/availability offline', `yard/info ${info}`]);
    clock.advance(5000);
    expect(await news()).toEqual(['yard/motion ON !']);
  });
});
