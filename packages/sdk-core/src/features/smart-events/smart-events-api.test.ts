import {
  listDetections,
  replayDetection,
  testDetection,
  updateDetection,
  updatePlugInDetection,
  updateSoundDetection,
} from '@watchpost/contract/endpoints/smart-events';
import { expect, test } from 'vitest';
import { createTestClient, signIn } from '../../testing/index.ts';

const line = { id: 'l1', name: 'Fence', from: { x: 0.1, y: 0.5 }, to: { x: 0.9, y: 0.5 }, direction: 'both' as const };

test('a camera has all detections, and one is changed by its type', async () => {
  const { client, server } = createTestClient();
  await signIn(client, server);
  const before = await client.smartEvents.list('yard');
  expect(before).toMatchObject({ engine: { state: 'ready' }, isOverBudget: false, isMotionEnabled: true });
  expect(before.detections.map(({ type, isEnabled }) => [type, isEnabled])).toEqual([
    ['human', false],
    ['vehicle', false],
    ['lineCrossing', false],
    ['intrusion', false],
  ]);
  expect(await client.smartEvents.update('yard', 'human', { isEnabled: true, confidence: 0.7 })).toMatchObject({
    type: 'human',
    isEnabled: true,
    confidence: 0.7,
    zones: [],
  });
  expect(server.requestsTo(updateDetection)).toMatchObject([
    { path: '/public/api/v3/cameras/yard/detections/human', body: { isEnabled: true, confidence: 0.7 } },
  ]);
  expect((await client.smartEvents.list('door')).detections.every(({ isEnabled }) => !isEnabled)).toBe(true);
});

test('what is listened for is read and changed by its type', async () => {
  const { client, server } = createTestClient();
  await signIn(client, server);
  expect(await client.smartEvents.sounds('yard')).toEqual({
    analysis: { state: 'ready' },
    isOverBudget: false,
    detections: ['loudNoise', 'smokeAlarm', 'coAlarm'].map((type) => ({ type, isEnabled: false, sensitivity: 5 })),
  });
  expect(await client.smartEvents.updateSound('yard', 'smokeAlarm', { isEnabled: true, sensitivity: 7 })).toEqual({
    type: 'smokeAlarm',
    isEnabled: true,
    sensitivity: 7,
  });
  expect(server.requestsTo(updateSoundDetection)).toMatchObject([
    { path: '/public/api/v3/cameras/yard/sound-detections/smokeAlarm', body: { isEnabled: true, sensitivity: 7 } },
  ]);
  expect((await client.smartEvents.sounds('door')).detections.every(({ isEnabled }) => !isEnabled)).toBe(true);
});

test('what only the operator’s own detector finds is read and changed by its type', async () => {
  const { client, server } = createTestClient();
  await signIn(client, server);
  expect(await client.smartEvents.plugIn('yard')).toEqual({ detections: [] });
  server.plugInDetections = [{ type: 'fire', isEnabled: false, confidence: 0.6, engine: { state: 'ready' } }];
  expect(await client.smartEvents.updatePlugIn('yard', 'fire', { isEnabled: true })).toMatchObject({ type: 'fire', isEnabled: true });
  expect(server.requestsTo(updatePlugInDetection)).toMatchObject([
    { path: '/public/api/v3/cameras/yard/plug-in-detections/fire', body: { isEnabled: true } },
  ]);
  expect((await client.smartEvents.plugIn('yard')).detections.map(({ type, isEnabled }) => [type, isEnabled])).toEqual([['fire', true]]);
});

test('what can’t run together is refused with its names, until it is turned off in the same call', async () => {
  const { client, server } = createTestClient();
  await signIn(client, server);
  await expect(client.smartEvents.update('yard', 'lineCrossing', { isEnabled: true, lines: [line] })).rejects.toMatchObject({
    code: 'detection-conflict',
    details: { conflicts: ['motion'] },
  });
  await client.smartEvents.update('yard', 'lineCrossing', { isEnabled: true, lines: [line], turnOff: ['motion'] });
  expect(await client.smartEvents.list('yard')).toMatchObject({ isMotionEnabled: false });
  expect(await client.events.motionDetection('yard')).toMatchObject({ isEnabled: false });

  await expect(client.events.updateMotionDetection('yard', { isEnabled: true })).rejects.toMatchObject({
    code: 'detection-conflict',
    details: { conflicts: ['lineCrossing'] },
  });
  await client.events.updateMotionDetection('yard', { isEnabled: true, turnOff: ['lineCrossing'] });
  const { detections, isMotionEnabled } = await client.smartEvents.list('yard');
  expect([isMotionEnabled, detections.find(({ type }) => type === 'lineCrossing')]).toMatchObject([
    true,
    { isEnabled: false, lines: [line] },
  ]);
});

test('a server without the recognition of objects says why', async () => {
  const { client, server } = createTestClient();
  await signIn(client, server);
  server.detectionEngine = { state: 'unavailable', reason: 'not-installed' };
  expect((await client.smartEvents.list('yard')).engine).toEqual({ state: 'unavailable', reason: 'not-installed' });
  server.answerNext(listDetections, 'not-found');
  await expect(client.smartEvents.list('yard')).rejects.toMatchObject({ code: 'not-found' });
});

const box = {
  trackId: 1,
  objectClass: 'human' as const,
  score: 0.9,
  box: { x: 0.1, y: 0.1, width: 0.2, height: 0.4 },
  path: [{ x: 0.2, y: 0.5 }],
  verdict: 'counts' as const,
};

test('a test sends the draft and yields what the server sees, until the loop is left', async () => {
  const { client, server } = createTestClient();
  await signIn(client, server);
  server.detectionTest = [
    { kind: 'alive', isOverBudget: false },
    { kind: 'frame', at: 1000, boxes: [box], events: [], cpuMs: 20 },
    { kind: 'frame', at: 1400, boxes: [], events: [], cpuMs: 20 },
  ];
  const seen: unknown[] = [];
  for await (const message of client.smartEvents.test('yard', 'human', { confidence: 0.7 })) {
    seen.push(message.kind === 'frame' ? message.boxes : message.kind);
    if (message.kind === 'frame') break;
  }
  expect(seen).toEqual(['alive', [box]]);
  expect(server.requestsTo(testDetection)).toMatchObject([
    { path: '/public/api/v3/cameras/yard/detections/human/tests', body: { confidence: 0.7 } },
  ]);
});

test('aborting ends a test that waits; lines arrive whole, however the network cuts them', async () => {
  const { client, server } = createTestClient();
  await signIn(client, server);
  const bytes = new TextEncoder().encode('{"kind":"alive","isOverBudget":true}\n{"kind":"ended","reason":"Zeit – über"}\n');
  let isCanceled = false;
  server.answerNext(testDetection, () => {
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => bytes.forEach((byte) => controller.enqueue(Uint8Array.of(byte))),
      cancel: () => void (isCanceled = true),
    });
    return new Response(body);
  });
  const leaving = new AbortController();
  const seen: unknown[] = [];
  for await (const message of client.smartEvents.test('yard', 'human', {}, { signal: leaving.signal })) {
    seen.push(message);
    if (seen.length === 2) leaving.abort();
  }
  expect(seen).toEqual([
    { kind: 'alive', isOverBudget: true },
    { kind: 'ended', reason: 'Zeit – über' },
  ]);
  expect(isCanceled).toBe(true);
});

test('a replay yields what it finds to its end; a broken connection is an error', async () => {
  const { client, server } = createTestClient();
  await signIn(client, server);
  server.detectionReplay = [
    { kind: 'progress', total: 0, done: 0, from: 5 },
    { kind: 'ended', reason: 'complete' },
  ];
  const kinds: string[] = [];
  for await (const { kind } of client.smartEvents.replay('yard', 'human', {}, { from: 0, to: 5 })) kinds.push(kind);
  expect(kinds).toEqual(['progress', 'ended']);
  expect(server.requestsTo(replayDetection)[0]?.path).toMatch(/replays\?from=0&to=5$/);
  server.answerNext(
    replayDetection,
    () => new Response(new ReadableStream({ start: (controller) => controller.error(new TypeError('terminated')) })),
  );
  await expect(client.smartEvents.replay('yard', 'human', {}, { from: 0, to: 5 }).next()).rejects.toMatchObject({ code: 'network' });
});
