import { createRegistrationToken, discoverCameras, probeSource, registerCamera } from '@watchpost/contract/endpoints/add-camera';
import { getCamera } from '@watchpost/contract/endpoints/cameras';
import { fillPath } from '@watchpost/contract/kernel';
import {
  discoverCamerasAnswer,
  probeSourceAnswer,
  registerCameraAnswer,
  registrationTokenAnswer,
} from '@watchpost/contract/schemas/add-camera';
import { cameraSchema } from '@watchpost/contract/schemas/cameras';
import { systemClock } from '@watchpost/contract/timing/clock';
import { startOnvifDevice, type OnvifDevice } from '@watchpost/onvif/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startRigCamera, type RigCamera } from '../../../../../e2e/rig/camera.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { atMost } from '../../../../../tooling/tests/slow-machine.ts';

const rig: RigCamera | null = await startRigCamera().catch((error: unknown) => {
  if (process.env['CI'] !== undefined) throw error;
  return null;
});
const user = { username: 'admin', password: 'secret' };

describe.skipIf(rig === null)(
  'an ONVIF camera with GStreamer as its video source (skipped where that is not installed, never on CI)',
  () => {
    const camera = rig as RigCamera;
    let server: TestServer;
    let device: OnvifDevice;
    let headers: { authorization: string };
    beforeAll(async () => {
      server = await startTestServer();
      // An inner address, as of a camera behind a router; its substream is switched off.
      const inner = (path: string) => camera.url(path).replace('127.0.0.1', '10.1.2.3');
      device = await startOnvifDevice({
        clock: systemClock,
        user,
        skew: 90 * 60_000,
        profiles: [
          { token: 'sub', encoding: 'H264', width: 640, height: 360, uri: inner('/sub') },
          { token: 'main', encoding: 'H264', width: 1280, height: 720, uri: inner('/digest') },
        ],
      });
      ({ headers } = await server.signIn('owner@example.com'));
    });
    afterAll(async () => {
      await Promise.all([server.close(), device.close(), camera.stop()]);
    });
    const source = (over: object = {}) => ({ kind: 'onvif', address: `127.0.0.1:${device.port}`, ...user, ...over });

    test('is probed without being added, and reports its identity and its streams', async () => {
      const response = await server.call(probeSource, { headers, body: { source: source() } });
      expect(response.status).toBe(200);
      expect(probeSourceAnswer.parse(await response.json())).toMatchObject({
        device: { manufacturer: 'Northgate', model: 'NG-2', hasLowStream: true },
        tracks: [{ kind: 'video', encoding: 'H264', playable: true, width: 640, height: 360 }],
      });
    });
    test('reports a wrong password', async () => {
      const response = await server.call(probeSource, { headers, body: { source: source({ password: 'wrong' }) } });
      expect([response.status, await response.json()]).toEqual([
        422,
        { error: expect.objectContaining({ code: 'camera-wrong-password' }) },
      ]);
    });
    test('is added by its address, a name and a password, goes live, and never reveals its password', async () => {
      const token = registrationTokenAnswer.parse(await (await server.call(createRegistrationToken, { headers, body: {} })).json());
      const registered = await server.call(registerCamera, { body: { registrationToken: token.registrationToken, source: source() } });
      expect(registered.status).toBe(201);
      const answered = await registered.text();
      const { camera: added } = registerCameraAnswer.parse(JSON.parse(answered));
      expect([added.title, added.platform]).toEqual(['Northgate NG-2', 'ThirdParty']);
      await expect
        .poll(
          async () =>
            cameraSchema.parse(
              await (await server.call({ method: 'GET', path: fillPath(getCamera.path, { id: added.id }) }, { headers })).json(),
            ).state,
          { timeout: atMost(15_000) },
        )
        .toBe('online');
      expect(answered + server.logLines.join()).not.toContain(`"${user.password}"`);
      expect(answered).not.toContain(String(device.port));
    });
    test('an operator’s search without private addresses finds nothing and says so', async () => {
      const closed = await startTestServer({ allowPrivateNetworks: false });
      const signedIn = await closed.signIn('owner@example.com');
      const response = await closed.call(discoverCameras, { headers: signedIn.headers, body: {} });
      expect(discoverCamerasAnswer.parse(await response.json())).toEqual({ isAvailable: false, cameras: [] });
      await closed.close();
    });
  },
);
