import { createRegistrationToken, registerCamera } from '@watchpost/contract/endpoints/add-camera';
import { getDeviceSettings, updateDeviceNetwork } from '@watchpost/contract/endpoints/camera-settings';
import { getCamera } from '@watchpost/contract/endpoints/cameras';
import { fillPath, type Endpoint } from '@watchpost/contract/kernel';
import { registerCameraAnswer, registrationTokenAnswer } from '@watchpost/contract/schemas/add-camera';
import { deviceSettingsSchema } from '@watchpost/contract/schemas/camera-settings';
import { cameraSchema } from '@watchpost/contract/schemas/cameras';
import { systemClock } from '@watchpost/contract/timing/clock';
import { createDeviceNetwork, startOnvifDevice, type OnvifDevice } from '@watchpost/onvif/testing';
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
    let id: string;
    const moves: Promise<void>[] = [];
    const made = createDeviceNetwork({ ip: '127.0.0.1', onMove: (ip) => void moves.push(device.move(ip)) });
    beforeAll(async () => {
      server = await startTestServer();
      device = await startOnvifDevice({
        clock: systemClock,
        user,
        services: [made.service],
        profiles: [{ token: 'main', encoding: 'H264', width: 1280, height: 720, uri: camera.url('/digest') }],
      });
      ({ headers } = await server.signIn('owner@example.com'));
      const { registrationToken } = registrationTokenAnswer.parse(
        await (await server.call(createRegistrationToken, { headers, body: {} })).json(),
      );
      const registered = await server.call(registerCamera, {
        body: { registrationToken, source: { kind: 'onvif', address: `127.0.0.1:${device.port}`, ...user } },
      });
      ({
        camera: { id },
      } = registerCameraAnswer.parse(await registered.json()));
    });
    afterAll(async () => {
      await Promise.all([...moves, server.close(), device.close(), camera.stop()]);
    });
    const call = async (endpoint: Endpoint, body?: object): Promise<Response> =>
      server.call({ method: endpoint.method, path: fillPath(endpoint.path, { id }) }, { headers, body });
    const state = async (): Promise<string> => cameraSchema.parse(await (await call(getCamera)).json()).state;

    test('is followed to its new address, and is live from there, also after a restart of the server', async () => {
      await expect.poll(state, { timeout: atMost(15_000) }).toBe('online');
      await expect
        .poll(async () => deviceSettingsSchema.parse(await (await call(getDeviceSettings)).json()).canChangeNetwork, {
          timeout: atMost(10_000),
        })
        .toBe(true);
      const static3 = {
        name: 'eth0',
        ipMode: 'static',
        ip: '127.0.0.3',
        prefixLength: 24,
        gateway: null,
        primaryDns: '9.9.9.9',
        secondaryDns: null,
      };
      const forbidden = await call(updateDeviceNetwork, { ...static3, ip: '169.254.169.254' });
      expect([forbidden.status, await forbidden.json()]).toEqual([
        422,
        { error: expect.objectContaining({ code: 'camera-address-forbidden' }) },
      ]);
      const changed = await call(updateDeviceNetwork, static3);
      expect(changed.status).toBe(200);
      expect(deviceSettingsSchema.parse(await changed.json()).network).toMatchObject([
        { name: 'eth0', ipMode: 'static', ip: '127.0.0.3', primaryDns: '9.9.9.9' },
      ]);
      await expect.poll(state, { timeout: atMost(15_000) }).toBe('online');
      server = await server.restart();
      await expect.poll(state, { timeout: atMost(15_000) }).toBe('online');
      expect(deviceSettingsSchema.parse(await (await call(getDeviceSettings)).json()).network).toMatchObject([{ ip: '127.0.0.3' }]);
    });
  },
);
