import { createRegistrationToken, registerCamera } from '@watchpost/contract/endpoints/add-camera';
import { getDeviceSettings, restartCamera, updateDeviceSettings } from '@watchpost/contract/endpoints/camera-settings';
import { getCameraAbout } from '@watchpost/contract/endpoints/cameras';
import { fillPath, type Endpoint } from '@watchpost/contract/kernel';
import { registerCameraAnswer, registrationTokenAnswer } from '@watchpost/contract/schemas/add-camera';
import { deviceSettingsSchema } from '@watchpost/contract/schemas/camera-settings';
import { cameraAboutSchema } from '@watchpost/contract/schemas/cameras';
import { systemClock } from '@watchpost/contract/timing/clock';
import { createDeviceSettings, startOnvifDevice, type OnvifDevice } from '@watchpost/onvif/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startRigCamera, type RigCamera } from '../../../../../e2e/rig/camera.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

const rig: RigCamera | null = await startRigCamera().catch((error: unknown) => {
  if (process.env['CI'] !== undefined) throw error;
  return null;
});
const user = { username: 'admin', password: 'secret-0042' };

describe.skipIf(rig === null)(
  'an ONVIF camera with GStreamer as its video source (skipped where that is not installed, never on CI)',
  () => {
    const camera = rig as RigCamera;
    const made = createDeviceSettings({ clock: systemClock });
    let server: TestServer;
    let device: OnvifDevice;
    let headers: { authorization: string };
    let id: string;
    beforeAll(async () => {
      server = await startTestServer();
      device = await startOnvifDevice({
        clock: systemClock,
        user,
        services: made.services,
        profiles: [
          Object.defineProperty({ token: 'main', encoding: 'H264', width: 1280, height: 720, uri: camera.url('/cam') }, 'more', {
            get: () => made.profilePart.more,
          }),
        ],
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
      await Promise.all([server.close(), device.close(), camera.stop()]);
    });
    const call = async (endpoint: Endpoint, body?: object): Promise<Response> =>
      server.call({ method: endpoint.method, path: fillPath(endpoint.path, { id }) }, { headers, body });

    test('reports its identity, its settings and its network', async () => {
      expect(cameraAboutSchema.parse(await (await call(getCameraAbout)).json())).toMatchObject({
        model: 'Northgate NG-2',
        firmwareVersion: '1.0.7',
        serialNumber: 'S-1',
      });
      const deviceSettings = deviceSettingsSchema.parse(await (await call(getDeviceSettings)).json());
      expect(deviceSettings).toMatchObject({
        settings: { nightVision: 'auto', rotation: 0, isMicrophoneOn: true, timeZone: 'Asia/Shanghai' },
        canRestart: true,
      });
      expect(deviceSettings.network.map(({ name }) => name)).toEqual(['eth0', 'ra0']);
    });
    test('is changed, confirms it, and keeps its time zone over a restart of the server', async () => {
      const changed = deviceSettingsSchema.parse(
        await (await call(updateDeviceSettings, { nightVision: 'on', rotation: 180, timeZone: 'Europe/Madrid' })).json(),
      );
      expect(changed.settings).toMatchObject({ nightVision: 'on', rotation: 180, timeZone: 'Europe/Madrid' });
      expect(made.state).toMatchObject({ filter: 'OFF', zone: 'CET-1CEST,M3.5.0,M10.5.0/3' });
      server = await server.restart();
      // Berlin and Paris have the same time: the chosen one stays.
      expect(deviceSettingsSchema.parse(await (await call(getDeviceSettings)).json()).settings.timeZone).toBe('Europe/Madrid');
    });
    test('restarts; unsupported settings are refused; its password is never revealed', async () => {
      expect((await call(restartCamera)).status).toBe(204);
      expect(made.state.restarts).toBe(1);
      const refused = await call(updateDeviceSettings, { isFlashlightOn: true });
      expect([refused.status, await refused.json()]).toEqual([409, { error: expect.objectContaining({ code: 'camera-unsupported' }) }]);
      const answered = await Promise.all([getDeviceSettings, getCameraAbout].map(async (endpoint) => (await call(endpoint)).text()));
      expect(answered.join() + server.logLines.join()).not.toContain(user.password);
    });
  },
);
