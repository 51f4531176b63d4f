import { getPushConfiguration, subscribeToPush } from '@watchpost/contract/endpoints/notifications';
import { pushConfigurationSchema } from '@watchpost/contract/schemas/notifications';
import { systemClock } from '@watchpost/contract/timing/clock';
import { expect, test } from 'vitest';
import { startPushService } from '../../testing/push-service.ts';
import { startTestServer } from '../../testing/test-server.ts';
import { atMost } from '../../../../../tooling/tests/slow-machine.ts';

test('motion in front of a camera reaches its owner’s browser, with a picture that only the owner can open', async () => {
  const server = await startTestServer({ demo: true, allowLoopbackPush: true });
  const peer = await startPushService({ now: systemClock.now });
  try {
    const { headers } = await server.signIn('anna@example.com', { language: 'ru' });
    const configuration = pushConfigurationSchema.parse(await (await server.call(getPushConfiguration, { headers })).json());
    const { token } = peer.subscribe(configuration.kind === 'web-push' ? configuration.publicKey : '');
    expect((await server.call(subscribeToPush, { headers, body: { token } })).status).toBe(200);

    await expect.poll(() => peer.received.length, { timeout: atMost(50_000), interval: 100 }).toBeGreaterThan(0);
    expect(peer.faults).toEqual([]);
    const { message } = peer.received[0] ?? {};
    expect(message).toMatchObject({ notification: { title: 'Обнаружено движение' }, data: { Type: 'CAMERAPHONE_MOTION' } });
    const { CameraId: cameraId = '', Timestamp: at = '', ImageUrl: picture = '' } = message?.data ?? {};
    expect(message?.fcmOptions?.link).toBe(`/cameras/${cameraId}?t=${at}`);
    expect(Math.abs(systemClock.now() - Number(at))).toBeLessThan(60_000);
    expect((await fetch(server.url + picture)).status).toBe(401);
    const opened = await fetch(server.url + picture, { headers });
    expect([opened.status, opened.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
  } finally {
    await server.close();
    await peer.close();
  }
});
