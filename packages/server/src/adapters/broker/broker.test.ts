import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { systemClock } from '@watchpost/contract/timing/clock';
import mqtt, { type MqttClient } from 'mqtt';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startBrokerProcess, type BrokerProcess } from '../../testing/processes/broker-process.ts';
import { createEmbeddedBroker } from './embedded.ts';
import { createOutsideBroker } from './outside.ts';
import type { Broker, BrokerClient, BrokerMessage, BrokerRules } from './port.ts';

const log = pino({ level: 'silent' });
const state = 'cameras/c1/state';
const [commands, answers] = ['cameras/c1/commands', 'cameras/c1/answers'];
const isRetained = (topic: string): boolean => topic.endsWith('/state');

/** A password is the name of a customer or of the one camera; the table lists what each may receive. */
function createRules(): BrokerRules & {
  readonly topicsOf: Map<string, Set<string>>;
  checks: number;
  expiresAt: number;
  isBroken: boolean;
} {
  const rules = {
    topicsOf: new Map<string, Set<string>>(),
    checks: 0,
    expiresAt: Number.MAX_SAFE_INTEGER,
    isBroken: false,
    admit: async ({
      clientId,
      username,
      password,
    }: {
      clientId: string;
      username: string;
      password: string;
    }): Promise<BrokerClient | null> => {
      if (username !== password || !rules.topicsOf.has(username)) return null;
      const hears = async (): Promise<ReadonlySet<string> | null> => {
        rules.checks += 1;
        if (rules.isBroken) throw new Error('The database is away.');
        return rules.topicsOf.get(username) ?? null;
      };
      return { owner: username, clientId, expiresAt: rules.expiresAt, hears, ...(username === 'camera' && { says: new Set([answers]) }) };
    },
  };
  return rules;
}

/** Tests run against the broker named here, such as mosquitto, or else against aedes in its own process. */
const otherBroker = process.env['WATCHPOST_TEST_MQTT_URL'];
let outside: BrokerProcess;
beforeAll(async () => {
  outside = otherBroker === undefined ? await startBrokerProcess() : { url: otherBroker, stop: async () => undefined };
});
afterAll(() => outside.stop());

describe.each(['embedded', 'outside'] as const)('broker (%s)', (kind) => {
  let rules: ReturnType<typeof createRules>;
  let broker: Broker;
  let server: Server;
  let url: string;
  const clients: MqttClient[] = [];

  beforeEach(async () => {
    rules = createRules();
    rules.topicsOf.set('anna', new Set([state, 'cameras/c1/events', 'customers/anna/cameras']));
    broker =
      kind === 'embedded'
        ? createEmbeddedBroker({ rules, clock: systemClock, log })
        : createOutsideBroker({ url: `${outside.url}/test-${Math.random()}`, rules, clock: systemClock, log, isRetained });
    server = createServer().on('upgrade', broker.handleUpgrade);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  });
  afterEach(async () => {
    await Promise.all(clients.splice(0).map((client) => client.endAsync(true)));
    await broker.close();
    server.close();
  });

  /** Connects like a page with any MQTT library. */
  const connect = async (name: string, over: mqtt.IClientOptions = {}): Promise<MqttClient & { heard: [string, string][] }> => {
    const client = mqtt.connect(url, {
      username: name,
      password: name,
      clientId: `${name}-${Math.random()}`,
      reconnectPeriod: 0,
      keepalive: 60,
      ...over,
    });
    clients.push(client);
    const heard: [string, string][] = [];
    client.on('message', (topic, payload) => heard.push([topic, payload.toString()]));
    client.on('error', () => undefined);
    await new Promise<void>((resolve, reject) => {
      client.once('connect', () => resolve());
      client.once('close', () => reject(new Error('refused')));
    });
    return Object.assign(client, { heard });
  };
  const grants = (client: MqttClient, topics: string | string[]): Promise<readonly unknown[]> =>
    // The library reports a refusal as an error; the broker's reason is in the packet.
    new Promise((resolve) => client.subscribe(topics, (_error, _granted, packet) => resolve(packet?.granted ?? [])));
  const ended = (client: MqttClient): Promise<void> => new Promise((resolve) => client.once('close', () => resolve()));

  test('subscribers receive each message; later subscribers receive retained ones', async () => {
    broker.publish({ topic: state, payload: 'online', isRetained: true });
    const early = await connect('anna');
    expect(await grants(early, [state, 'cameras/c1/events'])).toEqual([0, 0]);
    await expect.poll(() => early.heard).toEqual([[state, 'online']]);
    broker.publish({ topic: 'cameras/c1/events', payload: 'began', isRetained: false });
    broker.publish({ topic: state, payload: 'offline', isRetained: true });
    await expect
      .poll(() => early.heard.slice(1))
      .toEqual([
        ['cameras/c1/events', 'began'],
        [state, 'offline'],
      ]);
    const late = await connect('anna');
    await grants(late, [state, 'cameras/c1/events']);
    await expect.poll(() => late.heard).toEqual([[state, 'offline']]);
    expect(broker.clients()).toBe(2);
    broker.publish({ topic: state, payload: '', isRetained: true });
    const last = await connect('anna');
    await grants(last, state);
    broker.publish({ topic: 'cameras/c1/events', payload: 'x', isRetained: false });
    await expect.poll(() => early.heard.length).toBeGreaterThanOrEqual(4);
    expect(last.heard).toEqual([]);
  });

  test('messages published together arrive complete and in order, retained or not', async () => {
    const client = await connect('anna');
    await grants(client, [state, 'cameras/c1/events']);
    const published = Array.from({ length: 200 }, (_, index): [string, string] => [
      index % 3 === 0 ? state : 'cameras/c1/events',
      String(index),
    ]);
    for (const [topic, payload] of published) broker.publish({ topic, payload, isRetained: topic === state });
    await expect.poll(() => client.heard.length).toBe(published.length);
    expect(client.heard).toEqual(published);
  });

  test.each([
    '#',
    '+/c1/state',
    'cameras/+/state',
    'cameras/#',
    'cameras/c2/state',
    'cameras/c1/events/more',
    '$SYS/#',
    '$SYS/broker/clients',
    'customers/ben/cameras',
  ])('%s is refused', async (topic) => {
    const client = await connect('anna');
    expect(await grants(client, topic)).toEqual([128]);
    broker.publish({ topic: 'cameras/c2/state', payload: 'secret', isRetained: true });
    broker.publish({ topic: state, payload: 'mine', isRetained: true });
    await grants(client, state);
    await expect.poll(() => client.heard).toEqual([[state, 'mine']]);
  });

  test('one refused topic does not affect the others in the same request', async () => {
    const client = await connect('anna');
    expect(await grants(client, [state, 'cameras/c2/state', 'customers/anna/cameras'])).toEqual([0, 128, 0]);
    broker.publish({ topic: 'cameras/c2/state', payload: 'secret', isRetained: false });
    broker.publish({ topic: state, payload: 'mine', isRetained: false });
    await expect.poll(() => client.heard).toEqual([[state, 'mine']]);
  });

  test('a page that publishes, sets a last will or uses a wrong password is disconnected', async () => {
    const [loud, quiet] = [await connect('anna'), await connect('anna')];
    await grants(quiet, state);
    const cut = ended(loud);
    loud.publish(state, 'forged', { qos: 0, retain: true });
    await cut;
    await expect(connect('anna', { will: { topic: state, payload: Buffer.from('forged'), qos: 0, retain: true } })).rejects.toThrow(
      'refused',
    );
    await expect(connect('anna', { password: 'wrong' })).rejects.toThrow('refused');
    await expect(connect('unknown-client')).rejects.toThrow('refused');
    await expect(connect('anna', { keepalive: 0 })).rejects.toThrow('refused');
    broker.publish({ topic: state, payload: 'true', isRetained: true });
    await expect.poll(() => quiet.heard).toEqual([[state, 'true']]);
  });

  test('a camera receives its commands and can answer on its own topic only; pages receive neither', async () => {
    rules.topicsOf.set('camera', new Set([commands]));
    const received: BrokerMessage[] = [];
    const stop = broker.listen((message) => received.push(message));
    const [page, camera] = [await connect('anna'), await connect('camera')];
    expect(await grants(page, [commands, answers, state])).toEqual([128, 128, 0]);
    expect(await grants(camera, [commands, state])).toEqual([0, 128]);
    broker.publish({ topic: commands, payload: 'turn', isRetained: false });
    await expect.poll(() => camera.heard).toEqual([[commands, 'turn']]);
    camera.publish(answers, 'turned', { qos: 0, retain: true });
    await expect.poll(() => received).toEqual([{ topic: answers, payload: 'turned', isRetained: false }]);
    stop();
    camera.publish(answers, 'again');
    const cut = ended(camera);
    camera.publish(state, 'forged');
    await cut;
    expect(received).toHaveLength(1);
    expect(page.heard).toEqual([]);
  });

  test('a revoked right ends its topic, an ended session ends the connection; a new camera’s topic is available immediately', async () => {
    const client = await connect('anna');
    await grants(client, [state, 'cameras/c1/events']);
    rules.topicsOf.set('anna', new Set(['cameras/c1/events', 'cameras/c9/state']));
    broker.recheck('ben');
    broker.recheck('anna');
    await new Promise((resolve) => setImmediate(resolve));
    broker.publish({ topic: state, payload: 'no more', isRetained: true });
    broker.publish({ topic: 'cameras/c1/events', payload: 'still', isRetained: false });
    await expect.poll(() => client.heard).toEqual([['cameras/c1/events', 'still']]);
    expect(await grants(client, 'cameras/c9/state')).toEqual([0]);
    rules.isBroken = true;
    broker.recheck();
    await new Promise((resolve) => setImmediate(resolve));
    expect(client.connected).toBe(true);
    rules.isBroken = false;
    rules.topicsOf.clear();
    const over = ended(client);
    broker.recheck();
    await over;
  });

  test('a request for a persistent session is ignored: nothing is stored for offline clients', async () => {
    const options = { clean: false, clientId: 'anna-kept' };
    const first = await connect('anna', options);
    await first.subscribeAsync('cameras/c1/events', { qos: 1 });
    await first.endAsync(true);
    await expect.poll(() => broker.clients()).toBe(0);
    broker.publish({ topic: 'cameras/c1/events', payload: 'missed', isRetained: false });
    const again = await connect('anna', options);
    await grants(again, state);
    broker.publish({ topic: state, payload: 'now', isRetained: false });
    await expect.poll(() => again.heard).toEqual([[state, 'now']]);
  });
});
