import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { createRegistrationToken } from '@watchpost/contract/endpoints/add-camera';
import { getDeviceSettings, restartCamera, updateDeviceSettings } from '@watchpost/contract/endpoints/camera-settings';
import { getCamera, getCameraAbout, listCameras } from '@watchpost/contract/endpoints/cameras';
import { fillPath, type Endpoint } from '@watchpost/contract/kernel';
import { registrationTokenAnswer } from '@watchpost/contract/schemas/add-camera';
import { deviceSettingsSchema, type DeviceSettings } from '@watchpost/contract/schemas/camera-settings';
import { cameraAboutSchema, cameraListSchema, cameraSchema } from '@watchpost/contract/schemas/cameras';
import { expect, onTestFinished, test } from 'vitest';
import { openLiveViewer } from '../../testing/live-viewer.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { atMost } from '../../../../../tooling/tests/slow-machine.ts';

/** The package as installed next to the server. */
const agentFolder = dirname(createRequire(import.meta.url).resolve('@watchpost/camera-agent/package.json'));

/**
 * Adds a running camera.
 * @param source what it shows
 */
async function addAgent(server: TestServer, headers: Record<string, string>, ...source: string[]) {
  const { registrationToken } = registrationTokenAnswer.parse(
    await (await server.call(createRegistrationToken, { headers, body: {} })).json(),
  );
  const folder = join(server.dataDir, 'agent');
  const agent = spawn(
    process.execPath,
    [
      join(agentFolder, 'src/cli/main.ts'),
      'run',
      '--server',
      server.url,
      ...source,
      '--name',
      'Yard',
      '--local-port',
      '0',
      '--token-file',
      '-',
    ],
    {
      stdio: ['pipe', 'ignore', 'pipe'],
      env: { ...process.env, WATCHPOST_AGENT_DIR: folder },
    },
  );
  let said = '';
  agent.stderr.on('data', (text: Buffer) => (said += text.toString()));
  agent.stdin.end(registrationToken);
  onTestFinished(async () => {
    if (agent.exitCode === null && agent.kill('SIGTERM')) await once(agent, 'exit');
  });
  const cameras = async () => cameraListSchema.parse(await (await server.call(listCameras, { headers })).json());
  await expect.poll(async () => (await cameras())[0]?.state, { timeout: atMost(20_000) }).toBe('online');
  const id = (await cameras())[0]?.id ?? '';
  const call = async (endpoint: Endpoint, body?: object): Promise<Response> =>
    server.call({ method: endpoint.method, path: fillPath(endpoint.path, { id }) }, { headers, body });
  const settingsOf = async (answer: Response): Promise<DeviceSettings> => deviceSettingsSchema.parse(await answer.json());
  return {
    id,
    folder,
    call,
    said: () => said,
    read: async () => settingsOf(await call(getDeviceSettings)),
    change: async (body: object) => settingsOf(await call(updateDeviceSettings, body)),
    refusal: async (endpoint: Endpoint, body?: object): Promise<unknown> => (await call(endpoint, body)).json(),
  };
}

test(
  'an agent’s picture is rotated while a viewer watches, its clock has a time zone, and both survive its restart',
  { timeout: atMost(90_000) },
  async () => {
    const server = await startTestServer();
    onTestFinished(() => server.close());
    const owner = await server.signIn('owner@example.com');
    const camera = await addAgent(server, owner.headers, '--test-picture');

    // Commands use their own connection, which opens shortly after the video.
    await expect.poll(async () => (await camera.read()).canRestart, { timeout: atMost(15_000) }).toBe(true);
    const before = await camera.read();
    expect(before).toMatchObject({
      settings: { rotation: 0, isMirroredHorizontally: false, isMirroredVertically: false },
      choices: { rotation: [0, 90, 180, 270] },
    });
    expect(before.network.length).toBeGreaterThan(0);
    expect(cameraAboutSchema.parse(await (await camera.call(getCameraAbout)).json()).firmwareVersion).toMatch(/^\d+\.\d+/);

    const viewer = await openLiveViewer(server.url, null);
    onTestFinished(() => viewer.close());
    viewer.send({ type: 'authorize', token: owner.access_token });
    viewer.send({ type: 'subscribe', channel: 1, cameraId: camera.id, quality: 'high' });
    const shownSize = async (): Promise<[number, number]> => {
      const { width, height } = await viewer.next('tracks');
      return [width, height];
    };
    expect(await shownSize()).toEqual([1280, 720]);
    expect((await camera.change({ rotation: 90, timeZone: 'Asia/Omsk' })).settings).toMatchObject({ rotation: 90, timeZone: 'Asia/Omsk' });
    expect(await shownSize()).toEqual([720, 1280]);
    expect((await camera.change({ isMirroredHorizontally: true })).settings).toMatchObject({ rotation: 90, isMirroredHorizontally: true });
    // Days of its archive begin in the same time zone.
    expect(cameraSchema.parse(await (await camera.call(getCamera)).json()).timeZone).toBe('Asia/Omsk');
    expect((await stat(join(camera.folder, 'settings', 'Yard.json'))).mode & 0o777).toBe(0o600);

    // Settings that this source lacks, and those that it can't separate.
    for (const change of [{ isFlashlightOn: true }, { nightVision: 'on' }, { isMicrophoneOn: false }])
      expect(await camera.refusal(updateDeviceSettings, change)).toMatchObject({ error: { code: 'camera-unsupported' } });

    expect((await camera.call(restartCamera)).status).toBe(204);
    await expect.poll(camera.said, { timeout: atMost(15_000) }).toMatch(/restarting[\s\S]*connected/);
    await expect.poll(async () => (await camera.call(getDeviceSettings)).status, { timeout: atMost(20_000) }).toBe(200);
    expect((await camera.read()).settings).toMatchObject({ rotation: 90, isMirroredHorizontally: true, timeZone: 'Asia/Omsk' });
    expect(await shownSize()).toEqual([720, 1280]);
  },
);
