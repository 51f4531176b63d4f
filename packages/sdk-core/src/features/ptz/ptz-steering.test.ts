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
  const sentVelocities = () => server.requestsTo(movePtz).map(({ body: { pan, tilt, zoom } }) => ({ pan, tilt, zoom }));
  return { client, server, clock, steering, sentVelocities };
}

describe('a page’s control of a camera', () => {
  test('repeats a movement in time, and stops immediately on release', async () => {
    const { clock, steering, sentVelocities } = await setUp();
    steering.move(left);
    await clock.advance(1000);
    expect(sentVelocities()).toEqual([left, left, left]);
    steering.stop();
    await clock.advance(5000);
    expect(sentVelocities()).toEqual([left, left, left, rest]);
    expect(steering.state.value).toEqual({ kind: 'resting' });
  });
  test('a drag with sixty speeds per second sends a few calls, each with the newest speed', async () => {
    const { clock, steering, sentVelocities } = await setUp();
    for (let frame = 1; frame <= 60; frame += 1) {
      steering.move({ pan: frame / 60, tilt: 0, zoom: 0 });
      await clock.advance(1000 / 60);
    }
    const speeds = sentVelocities();
    expect(speeds.length).toBeLessThanOrEqual(11);
    await clock.advance(200);
    expect(sentVelocities().at(-1)).toEqual({ pan: 1, tilt: 0, zoom: 0 });
  });
  test('sends one call at a time; a stop overtakes a pending one and has a higher number', async () => {
    const { clock, server, steering } = await setUp();
    server.latency = 1000;
    steering.move(left);
    await clock.advance(500);
    steering.move({ ...left, pan: -0.5 });
    await clock.advance(100);
    expect(server.requestsTo(movePtz)).toHaveLength(1);
    steering.stop();
    await clock.advance(3000);
    expect(server.requestsTo(movePtz).map(({ body: { sequence, pan } }) => [sequence, pan])).toEqual([
      [0, -1],
      [1, 0],
    ]);
    expect(steering.state.value.kind).toBe('resting');
  });
  test('every call outlives the page, because the last one is sent while it closes', async () => {
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
  test('is reported, and nothing is sent until the pointer is released', async () => {
    const { clock, server, steering, sentVelocities } = await setUp();
    server.ptz = buildPtz({ steering: 'other' });
    steering.move(left);
    await clock.advance(100);
    expect(steering.state.value).toMatchObject({ kind: 'refused', error: { code: 'camera-steered' } });
    steering.move({ ...left, tilt: 1 });
    await clock.advance(5000);
    expect(sentVelocities()).toHaveLength(1);
    server.ptz = buildPtz();
    steering.stop();
    expect(steering.state.value.kind).toBe('refused');
    steering.move(left);
    await clock.advance(100);
    expect(steering.state.value.kind).toBe('moving');
    expect(sentVelocities()).toHaveLength(2);
  });
  test('a missing answer counts as a lost connection', async () => {
    const { clock, server, steering } = await setUp();
    server.latency = 60_000;
    steering.move(left);
    await clock.advance(3100);
    expect(steering.state.value).toMatchObject({ kind: 'refused', error: { code: 'network' } });
  });
  test('of a stop is reported too', async () => {
    const { clock, server, steering } = await setUp();
    steering.move(left);
    await clock.advance(50);
    server.answerNext(movePtz, 'camera-silent');
    steering.stop();
    await clock.advance(50);
    expect(steering.state.value).toMatchObject({ kind: 'refused', error: { code: 'camera-silent' } });
  });
});

test('goes to presets after a stop', async () => {
  const { clock, server, steering, sentVelocities } = await setUp();
  steering.move(left);
  await clock.advance(50);
  await steering.go({ kind: 'preset', presetId: '1' });
  expect(sentVelocities()).toEqual([left, rest]);
  const [move] = server.requestsTo(movePtz);
  expect(server.requestsTo(goPtz)).toMatchObject([
    { body: { steererId: move?.body['steererId'], target: { kind: 'preset', presetId: '1' } } },
  ]);
});

test('reads the camera’s abilities, presets and patrol', async () => {
  const { client } = await setUp();
  expect((await client.ptz.get('dome')).abilities).toMatchObject({ canPan: true });
  expect(await client.ptz.addPreset('dome', 'Door')).toEqual({ id: '3', name: 'Door' });
  await client.ptz.replacePreset('dome', { id: '3', name: 'Door / new' });
  expect(await client.ptz.setPatrol('dome', { presetIds: ['1', '3'], dwellSeconds: 60, isRunning: true })).toEqual({
    presetIds: ['1', '3'],
    dwellSeconds: 60,
    isRunning: true,
  });
  await client.ptz.removePreset('dome', '1');
  await client.ptz.setHome('dome');
  expect(await client.ptz.get('dome')).toMatchObject({
    presets: [{ id: '2' }, { id: '3', name: 'Door / new' }],
    patrol: { presetIds: ['3'] },
  });
});
