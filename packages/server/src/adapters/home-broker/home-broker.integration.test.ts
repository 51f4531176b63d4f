import { systemClock } from '@watchpost/contract/timing/clock';
import { pino } from 'pino';
import { afterEach, describe, expect, test } from 'vitest';
import { listenAtHome, retainedAt } from '../../testing/home/home-listener.ts';
import { startHomeBrokerProcess } from '../../testing/processes/home-broker-process.ts';
import { hasMosquitto, startMosquitto, type Mosquitto, type MosquittoOptions } from '../../testing/processes/mosquitto-process.ts';
import { createHomeBroker } from './home-broker.ts';
import type { HomeBroker } from './port.ts';
import { atMost } from '../../../../../tooling/tests/slow-machine.ts';

const undo: (() => unknown)[] = [];
afterEach(async () => {
  for (const free of undo.splice(0).toReversed()) await free();
});

async function startBroker(options?: MosquittoOptions): Promise<Mosquitto> {
  const mosquitto = await startMosquitto(options);
  undo.push(mosquitto.remove);
  return mosquitto;
}

const statusTopic = 'house/status';
function connectTo(url: string): { readonly broker: HomeBroker; readonly log: string[]; readonly connections: () => number } {
  const lines: string[] = [];
  let connections = 0;
  const broker = createHomeBroker({
    url,
    statusTopic,
    subscriptions: ['house/+/availability'],
    clock: systemClock,
    log: pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) }),
    random: () => 0,
    onConnected: () => void (connections += 1),
    onMessage: () => undefined,
  });
  undo.push(broker.close);
  return { broker, log: lines, connections: () => connections };
}
const status = async ({ url }: Mosquitto): Promise<string | undefined> => (await retainedAt(url)).get(statusTopic)?.toString();

describe.skipIf(!hasMosquitto)('the broker of a home, mosquitto', () => {
  test('knows that the server is online, and that it went', async () => {
    const mosquitto = await startBroker();
    const { broker } = connectTo(mosquitto.url);
    await expect.poll(() => status(mosquitto)).toBe('online');
    expect(broker.isConnected()).toBe(true);
    await broker.close();
    expect(await status(mosquitto)).toBe('offline');
  });

  test('says that a killed server is offline', async () => {
    const mosquitto = await startBroker();
    const server = await startHomeBrokerProcess(mosquitto.url, statusTopic);
    undo.push(server.kill);
    await expect.poll(() => status(mosquitto)).toBe('online');
    await server.kill();
    undo.pop();
    await expect.poll(() => status(mosquitto)).toBe('offline');
  });

  test('is found again after its restart; what is not a state is lost meanwhile, and counted', async () => {
    const mosquitto = await startBroker();
    const { broker, log, connections } = connectTo(mosquitto.url);
    await expect.poll(connections).toBe(1);
    await mosquitto.stop();
    await expect.poll(broker.isConnected).toBe(false);
    broker.publish({ topic: 'house/cam/event', payload: '{}', isRetained: false });
    broker.publish({ topic: 'house/cam/info', payload: '{}', isRetained: true });
    expect(broker.counts().dropped).toBe(1);
    await mosquitto.start();
    await expect.poll(connections, { timeout: atMost(20_000) }).toBe(2);
    await expect.poll(() => status(mosquitto)).toBe('online');
    // One line for each outage, however many attempts it took.
    expect(log.filter((line) => line.includes('can not be used'))).toHaveLength(1);
  });

  test('costs bounded memory while it answers nothing, and has the newest state afterwards', async () => {
    const mosquitto = await startBroker();
    const { broker, connections } = connectTo(mosquitto.url);
    await expect.poll(connections).toBe(1);
    await expect.poll(() => broker.counts().published).toBe(1);
    mosquitto.freeze(true);
    let loaded = 0;
    for (let count = 1; count <= 20_000; count += 1) {
      broker.publish({ topic: 'house/cam/event', payload: `{"count":${count}}`, isRetained: false });
      broker.publish({ topic: 'house/cam/info', payload: String(count), isRetained: true });
      broker.publish({
        topic: 'house/cam/snapshot',
        payload: async () => {
          loaded += 1;
          return new Uint8Array(500_000);
        },
        isRetained: true,
      });
    }
    const { dropped } = broker.counts();
    // 5,000 wait, 8 are unconfirmed, and of each state the newest one waits.
    expect(dropped).toBeGreaterThan(14_900);
    expect(loaded).toBeLessThanOrEqual(8);
    mosquitto.freeze(false);
    await expect
      .poll(async () => (await retainedAt(mosquitto.url)).get('house/cam/info')?.toString(), { timeout: atMost(20_000) })
      .toBe('20000');
    await expect.poll(() => broker.counts().published, { timeout: atMost(20_000) }).toBeGreaterThan(4900);
    expect(broker.counts().dropped).toBe(dropped);
  });

  test('gets nothing that is over by the time of its turn', async () => {
    const mosquitto = await startBroker();
    const { broker, connections } = connectTo(mosquitto.url);
    await expect.poll(connections).toBe(1);
    let isCurrent = true;
    const { promise: picture, resolve } = Promise.withResolvers<Uint8Array>();
    broker.publish({ topic: 'house/cam/snapshot', payload: () => picture, isRetained: true, isCurrent: () => isCurrent });
    isCurrent = false;
    broker.publish({ topic: 'house/cam/snapshot', payload: '', isRetained: true });
    resolve(new Uint8Array([1]));
    broker.publish({ topic: 'house/cam/info', payload: '{}', isRetained: true });
    await expect.poll(async () => [...(await retainedAt(mosquitto.url)).keys()].toSorted()).toEqual(['house/cam/info', statusTopic]);
  });

  test('checks name and password, which no line of the log has', async () => {
    const user = { name: 'watchpost', password: 'geheim/42 ä' };
    const mosquitto = await startBroker({ user });
    const address = (password: string): string => mosquitto.url.replace('//', `//${user.name}:${encodeURIComponent(password)}@`);
    const refused = connectTo(address('wrong-one'));
    await expect.poll(() => refused.log.join('\n')).toContain('Not authorized');
    expect(refused.broker.isConnected()).toBe(false);
    const admitted = connectTo(address(user.password));
    await expect.poll(admitted.broker.isConnected).toBe(true);
    const listener = await listenAtHome(mosquitto.url, { username: user.name, password: user.password });
    undo.push(listener.close);
    await expect.poll(() => listener.textsOf(statusTopic)).toContain('online');
    const lines = [...refused.log, ...admitted.log].join('\n');
    for (const secret of ['wrong-one', user.password, encodeURIComponent(user.password)]) expect(lines).not.toContain(secret);
  });
});
