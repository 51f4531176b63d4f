import { authorizeMqtt } from '@watchpost/contract/endpoints/events';
import { cameraEventsTopic, cameraStateTopic, customerCamerasTopic } from '@watchpost/contract/protocols/mqtt';
import { expect, test } from 'vitest';
import type { NetworkPort } from '../../kernel/ports.ts';
import { buildCamera, createFakeClock, createFakeServer, createTestClient, signIn } from '../../testing/index.ts';

const event = {
  id: 'e1',
  cameraId: 'c1',
  type: 'motion',
  startAt: 5,
  endAt: null,
  area: { x: 0, y: 0, width: 1, height: 1 },
  pictureUrl: null,
  score: null,
  label: null,
} as const;

function createNetwork(): NetworkPort & { set(isOnline: boolean): void } {
  const listeners = new Set<(online: boolean) => void>();
  let online = true;
  return {
    isOnline: () => online,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    set: (next) => {
      online = next;
      for (const listener of listeners) listener(next);
    },
  };
}

async function listening() {
  const network = createNetwork();
  const parts = createTestClient({ network, random: () => 0.5 });
  await signIn(parts.client, parts.server);
  parts.server.cameras = [buildCamera({ id: 'c1' })];
  const received: unknown[] = [];
  const live = parts.client.events.live();
  const stops = [
    live.onEvent(({ kind, event: { id } }) => received.push([kind, id])),
    live.onCameraState(({ cameraId, state }) => received.push([cameraId, state])),
    live.onCamerasChanged(() => received.push('cameras')),
  ];
  // The connection's code loads on demand.
  await import('./events-live-connection.ts');
  const settle = async (): Promise<void> => {
    await parts.clock.advance(0);
    await parts.clock.advance(0);
  };
  await settle();
  return { ...parts, network, live, received, settle, stop: () => stops.forEach((end) => end()) };
}

test('one connection serves all listeners and reports events, but nothing outside the contract', async () => {
  const { server, live, received, settle, client } = await listening();
  client.events.live().onEvent(() => undefined);
  expect([live.state.value, server.mqttSockets.length, server.mqttSockets[0]?.protocols]).toEqual(['open', 1, ['mqtt']]);
  expect(server.broker.topics()).toEqual([customerCamerasTopic('cus_fake'), cameraStateTopic('c1'), cameraEventsTopic('c1')]);
  server.broker.publish(cameraEventsTopic('c1'), { kind: 'began', event });
  server.broker.publish(cameraStateTopic('c1'), { state: 'offline', since: 7, reason: 'camera-offline' });
  for (const wrong of [{}, [], { kind: 'began' }, { kind: 'exploded', event }, { kind: 'began', event: { ...event, cameraId: 'c2' } }])
    server.broker.publish(cameraEventsTopic('c1'), wrong);
  server.broker.publish(cameraStateTopic('c1'), { state: 'sleeping', since: 7 });
  await settle();
  expect(received).toEqual([
    ['began', 'e1'],
    ['c1', 'offline'],
  ]);
});

test.each([
  ['ten minutes ahead', 10],
  ['two hours ahead', 120],
  ['two hours behind', -120],
])('with a clock %s, the connection lasts as long as its password by the server’s clock', async (_, aheadMinutes) => {
  const clock = createFakeClock();
  const server = createFakeServer({ clock });
  const { client } = createTestClient({ server, clock: { ...clock, now: () => clock.now() + aheadMinutes * 60_000 } });
  await signIn(client, server);
  client.events.live().onEvent(() => undefined);
  await import('./events-live-connection.ts');
  await clock.advance(0);
  await clock.advance(25 * 60_000);
  expect([server.mqttSockets.length, client.events.live().state.value]).toEqual([1, 'open']);
  await clock.advance(5 * 60_000);
  expect(server.mqttSockets).toHaveLength(2);
  // When updates were lost is shown beside times of the server.
  server.offline = true;
  server.mqttSockets[1]?.drop();
  await clock.advance(0);
  expect(client.events.live().lostAt.value).toBe(clock.now());
  client.dispose();
});

test('a new camera is subscribed over the same connection', async () => {
  const { server, received, settle } = await listening();
  server.cameras = [...server.cameras, buildCamera({ id: 'c2' })];
  server.broker.publish(customerCamerasTopic('cus_fake'), { kind: 'changed' });
  await settle();
  expect(server.broker.publish(cameraEventsTopic('c2'), { kind: 'ended', event: { ...event, id: 'e2', cameraId: 'c2' } })).toBe(1);
  await settle();
  expect([received, server.mqttSockets.length]).toEqual([['cameras', ['ended', 'e2']], 1]);
});

test('reconnects after 0.5 to 15 s with full jitter, and immediately when the network returns', async () => {
  const { server, live, clock, settle, network } = await listening();
  const waits: number[] = [];
  server.offline = true;
  server.mqttSockets[0]?.drop();
  for (let attempt = 0; attempt < 8; attempt += 1) {
    const before = clock.monotonic();
    const asked = server.requestsTo(authorizeMqtt).length;
    while (server.requestsTo(authorizeMqtt).length === asked) await clock.advance(50);
    waits.push(clock.monotonic() - before);
    await settle();
  }
  expect(live.state.value).toBe('waiting');
  // The random number in tests is one half.
  expect(waits).toEqual([250, 500, 1000, 2000, 4000, 7500, 7500, 7500]);
  server.offline = false;
  network.set(false);
  network.set(true);
  await settle();
  expect(live.state.value).toBe('open');
});

test('silence is detected within 2 s and closes the connection within 12; a live connection stays', async () => {
  const { server, live, clock } = await listening();
  await clock.advance(120_000);
  expect([live.state.value, server.mqttSockets.length]).toEqual(['open', 1]);
  server.offline = true;
  await clock.advance(2000);
  expect([live.state.value, server.mqttSockets[0]?.isOpen]).toEqual(['silent', true]);
  const lostAt = live.lostAt.value;
  expect(clock.now() - (lostAt ?? 0)).toBeLessThanOrEqual(1000);
  await clock.advance(10_000);
  expect(live.lostAt.value).toBe(lostAt);
  expect([live.state.value, server.mqttSockets[0]?.isOpen]).toEqual(['waiting', false]);
});

test('a network outage of some seconds keeps the connection: late messages restore it', async () => {
  const { server, live, clock, received } = await listening();
  server.offline = true;
  await clock.advance(5000);
  expect(live.state.value).toBe('silent');
  server.offline = false;
  await clock.advance(1000);
  expect([live.state.value, live.lostAt.value, server.mqttSockets.length]).toEqual(['open', null, 1]);
  server.broker.publish(cameraEventsTopic('c1'), { kind: 'began', event });
  await clock.advance(0);
  expect(received).toEqual([['began', 'e1']]);
  // The earlier silence no longer counts.
  server.offline = true;
  await clock.advance(9000);
  expect(live.state.value).toBe('silent');
});

test('a returning network is used immediately, even if the old connection hangs', async () => {
  const { server, live, clock, settle, network } = await listening();
  server.offline = true;
  await clock.advance(3000);
  expect(live.state.value).toBe('silent');
  server.offline = false;
  network.set(false);
  network.set(true);
  await settle();
  expect([live.state.value, live.lostAt.value, server.mqttSockets.length]).toEqual(['open', null, 2]);
});

test('the password is renewed before its expiry; the end of the session closes the connection', async () => {
  const { server, live, clock } = await listening();
  await clock.advance(29 * 60_000 + 1000);
  expect([live.state.value, server.mqttSockets.length, server.mqttSockets[0]?.isOpen]).toEqual(['open', 2, false]);
  server.revokeSessions({ deviceTokens: true });
  server.mqttSockets[1]?.drop();
  await clock.advance(1000);
  expect(live.state.value).toBe('stopped');
  const requests = server.requests.length;
  await clock.advance(600_000);
  expect(server.requests.length).toBe(requests);
});

test('closes 5 s after the last listener, and with its client', async () => {
  const { server, live, clock, stop, client, settle } = await listening();
  stop();
  stop();
  await clock.advance(4000);
  const again = live.onEvent(() => undefined);
  await clock.advance(10_000);
  expect(live.state.value).toBe('open');
  again();
  await clock.advance(5000);
  expect([live.state.value, server.mqttSockets[0]?.isOpen]).toEqual(['idle', false]);
  live.onEvent(() => undefined);
  await settle();
  expect(live.state.value).toBe('open');
  client.dispose();
  await settle();
  expect([live.state.value, server.mqttSockets[1]?.isOpen, clock.pending]).toEqual(['idle', false, 0]);
});
