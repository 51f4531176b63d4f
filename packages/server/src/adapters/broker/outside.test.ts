import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { systemClock } from '@watchpost/contract/timing/clock';
import mqtt from 'mqtt';
import { pino } from 'pino';
import { afterEach, expect, test } from 'vitest';
import { startBrokerProcess, type BrokerProcess } from '../../testing/processes/broker-process.ts';
import { createOutsideBroker } from './outside.ts';
import type { Broker, BrokerRules } from './port.ts';

/** Tests run against the broker named here, such as mosquitto, or else against aedes in its own process. */
const otherBroker = process.env['WATCHPOST_TEST_MQTT_URL'];
const [state, events, answers] = ['cameras/c1/state', 'cameras/c1/events', 'cameras/c1/answers'];
const rules: BrokerRules = {
  admit: async ({ clientId }) => ({
    owner: 'anna',
    clientId,
    expiresAt: Number.MAX_SAFE_INTEGER,
    says: new Set([answers]),
    hears: async () => new Set([state, events]),
  }),
};
const undo: (() => unknown)[] = [];
afterEach(async () => {
  for (const free of undo.splice(0).toReversed()) await free();
});

async function startOutside(port?: number): Promise<BrokerProcess> {
  if (otherBroker !== undefined) return { url: otherBroker, stop: async () => undefined };
  const outside = await startBrokerProcess(port);
  undo.push(outside.stop);
  return outside;
}

/** Starts one of several servers, and a page that is connected to it. */
async function startServer(url: string): Promise<{ broker: Broker; heard: string[] }> {
  const broker = createOutsideBroker({
    url,
    rules,
    clock: systemClock,
    log: pino({ level: 'silent' }),
    isRetained: (topic) => topic === state,
  });
  const server: Server = createServer().on('upgrade', broker.handleUpgrade);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const page = await mqtt.connectAsync(`ws://127.0.0.1:${(server.address() as AddressInfo).port}/`, { reconnectPeriod: 0 });
  const heard: string[] = [];
  page.on('message', (topic, payload) => heard.push(`${topic.split('/').at(-1)} ${payload.toString()}`));
  await page.subscribeAsync([state, events]);
  undo.push(
    () => server.close(),
    () => broker.close(),
    () => page.endAsync(true),
  );
  return { broker, heard };
}

test('pages of other servers and other MQTT clients receive what one server publishes, each exactly once', async () => {
  const outside = await startOutside();
  const url = `${outside.url}/house-${Math.random()}`;
  const program = await mqtt.connectAsync(outside.url);
  undo.push(() => program.endAsync(true));
  const received: string[] = [];
  program.on('message', (topic, payload) => received.push(`${topic.replace(/^house-[^/]+/, 'house')} ${payload.toString()}`));
  await program.subscribeAsync(`${new URL(url).pathname.slice(1)}/#`);
  const [one, other] = [await startServer(url), await startServer(url)];
  await expect
    .poll(() => {
      one.broker.publish({ topic: events, payload: 'ready?', isRetained: false });
      return other.heard.length;
    })
    .toBeGreaterThan(0);
  one.broker.publish({ topic: state, payload: 'online', isRetained: true });
  other.broker.publish({ topic: events, payload: 'began', isRetained: false });
  for (const { heard } of [one, other])
    await expect.poll(() => heard.filter((text) => !text.includes('ready')).toSorted()).toEqual(['events began', 'state online']);
  expect(received.filter((text) => !text.includes('ready')).toSorted()).toEqual([
    'house/cameras/c1/events began',
    'house/cameras/c1/state online',
  ]);
  const late = await startServer(url);
  await expect.poll(() => late.heard).toEqual(['state online']);
});

test.skipIf(otherBroker !== undefined)(
  'an unavailable broker does not block this server; after a reconnect it receives the current states',
  async () => {
    const outside = await startOutside();
    const { broker, heard } = await startServer(outside.url);
    await outside.stop();
    broker.publish({ topic: state, payload: 'offline', isRetained: true });
    broker.publish({ topic: events, payload: 'began', isRetained: false });
    await expect.poll(() => heard).toEqual(['state offline', 'events began']);
    await startOutside(Number(new URL(outside.url).port));
    const other = await startServer(outside.url);
    await expect.poll(() => other.heard, { timeout: 10_000 }).toEqual(['state offline']);
    expect(heard).toHaveLength(2);
  },
  20_000,
);
