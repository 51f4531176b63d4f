import { goPtz, movePtz } from '@watchpost/contract/endpoints/ptz';
import { describe, expect, test } from 'vitest';
import { buildPtz, createTestClient, signIn } from '../../testing/index.ts';

const rest = { pan: 0, tilt: 0, zoom: 0 };
const left = { pan: -1, tilt: 0, zoom: 0 };

async function setUp() {
  const { client, server, clock } = createTestClient();
  server.ptz = buildPtz();
  await signIn(client, server);
  const steering = await client.ptz.steer('dome');
  const told = () => server.requestsTo(movePtz).map(({ body: { pan, tilt, zoom } }) => ({ pan, tilt, zoom }));
  return { client, server, clock, steering, told };
}

describe('a hand on the camera', () => {
  test('says again in time that it is still there, and stops the moment it lets go', async () => {
    const { clock, steering, told } = await setUp();
    steering.move(left);
    await clock.advance(1000);
    expect(told()).toEqual([left, left, left]);
    steering.stop();
    await clock.advance(5000);
    expect(told()).toEqual([left, left, left, rest]);
    expect(steering.state.value).toEqual({ kind: 'resting' });
  });
  test('a drag of sixty speeds a second is a few calls, the newest of them', async () => {
    const { clock, steering, told } = await setUp();
    for (let frame = 1; frame <= 60; frame += 1) {
      steering.move({ pan: frame / 60, tilt: 0, zoom: 0 });
      await clock.advance(1000 / 60);
    }
    const speeds = told();
    expect(speeds.length).toBeLessThanOrEqual(11);
    await clock.advance(200);
    expect(told().at(-1)).toEqual({ pan: 1, tilt: 0, zoom: 0 });
  });
  test('one call at a time; a stop goes past the one that is under way, and carries the higher number', async () => {
    const { clock, server, steering } = await setUp();
    server.latency = 1000;
    steering.move(left);
    await clock.advance(500);
    steering.move({ ...left, pan: -0.5 });
    await clock.advance(100);
    expect(server.requestsTo(movePtz)).toHaveLength(1);
    steering.stop();
    await clock.advance(3000);
    expect(server.requestsTo(movePtz).map(({ body: { sequence, pan } }) => [sequence, pan])).toEqual([[0, -1], [1, 0]]);
    expect(steering.state.value.kind).toBe('resting');
  });
  test('every call outlives the page, for the last one is its leaving', async () => {
    const requests: (RequestInit | undefined)[] = [];
    const { client, server, clock } = createTestClient();
    server.ptz = buildPtz();
    await signIn(client, server);
    const { fetch } = server;
    const watched = createTestClient({ server, clock, fetch: (input, init) => (requests.push(init), fetch(input, init)) });
    await signIn(watched.client, server);
    requests.length = 0;
    const steering = await watched.client.ptz.steer('dome');
    steering.move(left);
    await clock.settle();
    steering.dispose();
    await clock.settle();
    expect(requests.map((init) => init?.keepalive)).toEqual([true, true]);
    steering.move(left);
    await clock.advance(2000);
    expect(requests).toHaveLength(2);
  });
});

describe('a refusal', () => {
  test('is told, and nothing more is asked until the hand has let go', async () => {
    const { clock, server, steering, told } = await setUp();
    server.ptz = buildPtz({ steering: 'other' });
    steering.move(left);
    await clock.advance(100);
    expect(steering.state.value).toMatchObject({ kind: 'refused', error: { code: 'camera-steered' } });
    steering.move({ ...left, tilt: 1 });
    await clock.advance(5000);
    expect(told()).toHaveLength(1);
    server.ptz = buildPtz();
    steering.stop();
    expect(steering.state.value.kind).toBe('refused');
    steering.move(left);
    await clock.advance(100);
    expect(steering.state.value.kind).toBe('moving');
    expect(told()).toHaveLength(2);
  });
  test('without an answer the connection counts as lost', async () => {
    const { clock, server, steering } = await setUp();
    server.latency = 60_000;
    steering.move(left);
    await clock.advance(3100);
    expect(steering.state.value).toMatchObject({ kind: 'refused', error: { code: 'network' } });
  });
  test('of a stop is told too', async () => {
    const { clock, server, steering } = await setUp();
    steering.move(left);
    await clock.advance(50);
    server.answerNext(movePtz, 'camera-silent');
    steering.stop();
    await clock.advance(50);
    expect(steering.state.value).toMatchObject({ kind: 'refused', error: { code: 'camera-silent' } });
  });
});

test('places: gone to by the same hand, which stops first', async () => {
  const { clock, server, steering, told } = await setUp();
  steering.move(left);
  await clock.advance(50);
  await steering.go({ kind: 'preset', presetId: '1' });
  expect(told()).toEqual([left, rest]);
  const [move] = server.requestsTo(movePtz);
  expect(server.requestsTo(goPtz)).toMatchObject([{ body: { steererId: move?.body['steererId'], target: { kind: 'preset', presetId: '1' } } }]);
});

test('what a camera can do, its presets and its patrol', async () => {
  const { client } = await setUp();
  expect((await client.ptz.get('dome')).abilities).toMatchObject({ canPan: true });
  expect(await client.ptz.addPreset('dome', 'Door')).toEqual({ id: '3', name: 'Door' });
  await client.ptz.replacePreset('dome', { id: '3', name: 'Door / new' });
  expect(await client.ptz.setPatrol('dome', { presetIds: ['1', '3'], dwellSeconds: 60, isRunning: true })).toEqual({ presetIds: ['1', '3'], dwellSeconds: 60, isRunning: true });
  await client.ptz.removePreset('dome', '1');
  await client.ptz.setHome('dome');
  expect(await client.ptz.get('dome')).toMatchObject({ presets: [{ id: '2' }, { id: '3', name: 'Door / new' }], patrol: { presetIds: ['3'] } });
});
