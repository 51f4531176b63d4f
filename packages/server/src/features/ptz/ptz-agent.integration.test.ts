import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { createRegistrationToken } from '@watchpost/contract/endpoints/add-camera';
import { getDeviceSettings, restartCamera, updateDeviceSettings } from '@watchpost/contract/endpoints/camera-settings';
import { listCameras } from '@watchpost/contract/endpoints/cameras';
import { addPtzPreset, getPtz, goPtz, movePtz } from '@watchpost/contract/endpoints/ptz';
import { fillPath, type Endpoint } from '@watchpost/contract/kernel';
import { registrationTokenAnswer } from '@watchpost/contract/schemas/add-camera';
import { deviceSettingsSchema } from '@watchpost/contract/schemas/camera-settings';
import { cameraListSchema } from '@watchpost/contract/schemas/cameras';
import { ptzSchema } from '@watchpost/contract/schemas/ptz';
import { removeCameraUser } from '@watchpost/contract/endpoints/sharing';
import { systemClock } from '@watchpost/contract/timing/clock';
import { createDevicePtz, createDeviceSettings, startOnvifDevice } from '@watchpost/onvif/testing';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startRigCamera, type RigCamera } from '../../../../../e2e/rig/camera.ts';
import { locateDatabase, openDatabase } from '../../db/database.ts';
import { openLiveViewer } from '../../testing/live-viewer.ts';
import { insertCustomer, insertGrant } from '../../testing/people.ts';
import { startTestServer } from '../../testing/test-server.ts';
import { atMost } from '../../../../../tooling/tests/slow-machine.ts';

/** The package as installed next to the server. */
const agentProgram = join(dirname(createRequire(import.meta.url).resolve('@watchpost/camera-agent/package.json')), 'src/cli/main.ts');
const user = { username: 'admin', password: 'secret' };
const hasFfmpeg = spawnSync('ffmpeg', ['-version']).status === 0;
const rig: RigCamera | null = await startRigCamera().catch((error: unknown) => {
  if (process.env['CI'] !== undefined) throw error;
  return null;
});

describe.skipIf(rig === null || !hasFfmpeg)(
  'an ONVIF dome behind an agent (skipped where GStreamer or FFmpeg is not installed, never on CI)',
  () => {
    test(
      'is found with its streams, moved and configured by a user, and followed to its new port after a restart',
      { timeout: atMost(120_000) },
      async () => {
        const before = rig as RigCamera;
        onTestFinished(() => before.stop());
        const dome = createDevicePtz();
        const settings = createDeviceSettings({ clock: systemClock });
        // An inner address, as of a camera behind a router.
        const main = {
          token: 'main',
          encoding: 'H264',
          width: 1280,
          height: 720,
          uri: before.url('/digest').replace('127.0.0.1', '10.1.2.3'),
          more: settings.profilePart.more + dome.configuration,
        };
        const low = { token: 'low', encoding: 'H264', width: 640, height: 360, uri: before.url('/sub') };
        const device = await startOnvifDevice({
          clock: systemClock,
          user,
          profiles: [main, low],
          services: [...settings.services, dome.service],
        });
        onTestFinished(device.close);
        const server = await startTestServer();
        onTestFinished(() => server.close());
        const { headers, access_token: token } = await server.signIn('owner@example.com');

        // The agent receives only an address, a name and a password.
        const file = join(server.dataDir, 'camera.txt');
        await writeFile(file, `127.0.0.1:${device.port}\n${user.username}\n${user.password}\n`);
        const { registrationToken } = registrationTokenAnswer.parse(
          await (await server.call(createRegistrationToken, { headers, body: {} })).json(),
        );
        const agent = spawn(
          process.execPath,
          [agentProgram, 'run', '--server', server.url, '--onvif-file', file, '--name', 'Dome', '--local-port', '0', '--token-file', '-'],
          {
            stdio: ['pipe', 'ignore', 'pipe'],
            env: { ...process.env, WATCHPOST_AGENT_DIR: join(server.dataDir, 'agent') },
          },
        );
        let said = '';
        agent.stderr.on('data', (text: Buffer) => (said += text.toString()));
        agent.stdin.end(registrationToken);
        onTestFinished(async () => {
          if (agent.exitCode === null && agent.kill('SIGTERM')) await once(agent, 'exit');
        });
        const cameras = async () => cameraListSchema.parse(await (await server.call(listCameras, { headers })).json());
        await expect
          .poll(async () => [(await cameras())[0]?.state, said], { timeout: atMost(40_000) })
          .toEqual(['online', expect.stringContaining('connected (')]);
        const id = (await cameras())[0]?.id ?? '';
        const call = async (endpoint: Endpoint, body?: object): Promise<Response> =>
          server.call({ method: endpoint.method, path: fillPath(endpoint.path, { id }) }, { headers, body });

        // Commands use their own connection, which opens shortly after the video.
        await expect
          .poll(async () => ptzSchema.parse(await (await call(getPtz)).json()).abilities, { timeout: atMost(20_000) })
          .toMatchObject({ canPan: true, canZoom: true, hasHome: true, mostPresets: 8 });
        const steererId = 'a-page-of-the-test';
        expect((await call(movePtz, { steererId, sequence: 0, pan: 0.5, tilt: -1, zoom: 0 })).status).toBe(204);
        expect((await call(movePtz, { steererId, sequence: 1, pan: 0, tilt: 0, zoom: 0 })).status).toBe(204);
        expect((await call(goPtz, { steererId, target: { kind: 'preset', presetId: '1' } })).status).toBe(204);
        expect((await call(addPtzPreset, { name: 'Yard' })).status).toBe(201);
        expect([dome.moves, dome.visits, [...dome.presets.values()]]).toEqual([
          [{ pan: 0.5, tilt: -1, zoom: 0, timeout: expect.any(Number) }, null],
          ['1'],
          ['Gate', 'Yard'],
        ]);

        // A friend sends it elsewhere, and is removed: nothing else stops a camera on its way.
        const db = openDatabase(locateDatabase(server.config));
        const friendId = await insertCustomer(db, 'friend@example.com');
        await insertGrant(db, id, friendId, { with_ptz: 1 });
        await db.destroy();
        const friend = { authorization: `Bearer ${await server.openSession(friendId)}` };
        const go = { method: goPtz.method, path: fillPath(goPtz.path, { id }) };
        const body = { steererId: 'a-friend-of-the-test', target: { kind: 'home' } };
        // The owner has it for some seconds more.
        await expect.poll(async () => (await server.call(go, { headers: friend, body })).status, { timeout: atMost(10_000) }).toBe(204);
        const removal = { method: removeCameraUser.method, path: fillPath(removeCameraUser.path, { id, customerId: friendId }) };
        expect((await server.call(removal, { headers })).status).toBe(204);
        await expect.poll(() => dome.moves.slice(2)).toEqual([null]);

        const deviceSettings = deviceSettingsSchema.parse(await (await call(getDeviceSettings)).json());
        expect(deviceSettings).toMatchObject({
          settings: { nightVision: 'auto', isMicrophoneOn: true, timeZone: 'Asia/Shanghai' },
          canRestart: true,
        });
        expect(deviceSettings.network.map(({ name }) => name)).toEqual(['eth0', 'ra0']);
        expect(
          deviceSettingsSchema.parse(
            await (await call(updateDeviceSettings, { nightVision: 'on', isMicrophoneOn: false, timeZone: 'Europe/Madrid' })).json(),
          ).settings,
        ).toMatchObject({ nightVision: 'on', isMicrophoneOn: false, timeZone: 'Europe/Madrid' });
        expect(settings.state).toMatchObject({ filter: 'OFF', hasSound: false, zone: 'CET-1CEST,M3.5.0,M10.5.0/3' });

        // It restarts, and then streams from another port.
        const viewer = await openLiveViewer(server.url, null);
        onTestFinished(() => viewer.close());
        viewer.send({ type: 'authorize', token });
        viewer.send({ type: 'subscribe', channel: 1, cameraId: id, quality: 'high' });
        await viewer.next('tracks');
        expect((await call(restartCamera)).status).toBe(204);
        expect(settings.state.restarts).toBe(1);
        const after = await startRigCamera();
        onTestFinished(() => after.stop());
        main.uri = after.url('/digest');
        low.uri = after.url('/sub');
        await before.stop();
        await expect.poll(() => said, { timeout: atMost(30_000) }).toMatch(/FFmpeg ended|No picture|source has ended/);
        const seen = viewer.media.length;
        await expect.poll(() => viewer.media.length, { timeout: atMost(40_000) }).toBeGreaterThan(seen + 50);
        expect(said).not.toMatch(/secret|new picture is not there/);
      },
    );
  },
);
