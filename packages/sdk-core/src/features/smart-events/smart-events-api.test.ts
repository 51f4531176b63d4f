import { listDetections, updateDetection } from '@watchpost/contract/endpoints/smart-events';
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
