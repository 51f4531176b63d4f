import { createRegistrationToken, registerCamera } from '@watchpost/contract/endpoints/add-camera';
import { endWhep, startWhep } from '@watchpost/contract/endpoints/player';
import { updateCameraUser } from '@watchpost/contract/endpoints/sharing';
import { fillPath } from '@watchpost/contract/kernel';
import { registerCameraAnswer, registrationTokenAnswer } from '@watchpost/contract/schemas/add-camera';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startRigCamera, type RigCamera } from '../../../../../e2e/rig/camera.ts';
import { locateDatabase, openDatabase } from '../../db/database.ts';
import { openLiveViewer } from '../../testing/live-viewer.ts';
import { insertCustomer, insertGrant } from '../../testing/people.ts';
import { startTestServer, type TestServer, type TestSession } from '../../testing/test-server.ts';
import { createWhepViewer, type WhepViewer } from '../../testing/whep-viewer.ts';
import { atMost } from '../../../../../tooling/tests/slow-machine.ts';

const rig: RigCamera | null = await startRigCamera().catch((error: unknown) => {
  if (process.env['CI'] !== undefined) throw error;
  return null;
});

describe.skipIf(rig === null)('a camera with Opus (skipped where GStreamer is not installed, never on CI)', () => {
  const camera = rig as RigCamera;
  let server: TestServer;
  let owner: TestSession;
  let cameraId: string;
  let viewerId: string;
  let headers: { authorization: string };

  beforeAll(async () => {
    server = await startTestServer();
    owner = await server.signIn('owner@example.com');
    const { registrationToken } = registrationTokenAnswer.parse(
      await (await server.call(createRegistrationToken, { headers: owner.headers, body: {} })).json(),
    );
    const source = { kind: 'rtsp', url: camera.url('/camopus') };
    const registered = await server.call(registerCamera, { body: { registrationToken, source } });
    if (registered.status !== 201) throw new Error(await registered.text());
    ({
      camera: { id: cameraId },
    } = registerCameraAnswer.parse(await registered.json()));
    const db = openDatabase(locateDatabase(server.config));
    viewerId = await insertCustomer(db, 'viewer@example.com');
    await insertGrant(db, cameraId, viewerId);
    await db.destroy();
    headers = { authorization: `Bearer ${await server.openSession(viewerId)}` };
  });
  afterAll(async () => {
    await Promise.all([server.close(), camera.stop()]);
  });

  const watch = async (): Promise<{ readonly viewer: WhepViewer; readonly sessionId: string; readonly answer: string }> => {
    const viewer = await createWhepViewer({ audio: true });
    const response = await fetch(server.url + fillPath(startWhep.path, { id: cameraId }), {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/sdp' },
      body: viewer.offer,
    });
    expect(response.status).toBe(201);
    const answer = await response.text();
    await viewer.accept(answer);
    await viewer.received(1);
    return { viewer, sessionId: response.headers.get('location')?.split('/').at(-1) ?? '', answer };
  };
  const hasSound = (answer: string): boolean => /m=audio (?!0 )[^]*a=sendonly/.test(answer);

  test(
    'R24: a viewer who only loses the sound: the WebRTC session ends at once, and the next one is silent',
    { timeout: atMost(90_000) },
    async () => {
      const live = await openLiveViewer(server.url, null);
      live.send({ type: 'authorize', token: owner.access_token });
      live.send({ type: 'subscribe', channel: 1, cameraId, audio: true });
      const pictures = (count: number) =>
        expect.poll(() => live.media.length, { timeout: atMost(30_000) }).toBeGreaterThan(live.media.length + count);

      // The camera has started.
      await pictures(5);
      const { viewer, sessionId, answer } = await watch();
      expect(hasSound(answer)).toBe(true);
      await viewer.receivedSounds(5);

      const path = fillPath(updateCameraUser.path, { id: cameraId, customerId: viewerId });
      const change = await server.call({ method: updateCameraUser.method, path }, { headers: owner.headers, body: { withAudio: false } });
      expect(change.status).toBe(200);
      const session = { method: endWhep.method, path: fillPath(endWhep.path, { id: cameraId, sessionId }) };
      expect((await server.call(session, { headers })).status).toBe(404);
      // What was sent before arrives while the owner goes on watching; then nothing more does.
      await pictures(20);
      const arrived = [viewer.packets.length, viewer.sounds.length];
      await pictures(20);
      expect([viewer.packets.length, viewer.sounds.length]).toEqual(arrived);
      await viewer.close();

      const silent = await watch();
      expect(hasSound(silent.answer)).toBe(false);
      await silent.viewer.received(20);
      expect(silent.viewer.sounds).toEqual([]);
      await silent.viewer.close();
      live.close();
      await live.closed;
    },
  );
});
