import { expect, test } from 'vitest';
import { waitForLiveCamera } from '../testing/live-camera.ts';
import { openLiveViewer } from '../testing/live-viewer.ts';
import { startTestServer } from '../testing/test-server.ts';

test('viewers of a server that stops are disconnected; they do not hear that the camera may have lost power', async () => {
  const server = await startTestServer({ demo: true });
  const owner = await server.signIn('owner@example.com');
  const { cameraId } = await waitForLiveCamera(server, owner.access_token);
  const live = await openLiveViewer(server.url, null);
  live.send({ type: 'authorize', token: owner.access_token });
  live.send({ type: 'subscribe', channel: 1, cameraId });
  await live.next('tracks');
  const states: string[] = [];
  const collect = async (): Promise<never> => {
    for (;;) states.push((await live.next('state')).state);
  };
  void collect();
  await expect.poll(() => live.media.length).toBeGreaterThan(1);
  await server.close();
  expect(await live.closed).toBe(1001);
  expect(states).not.toContain('offline');
});
