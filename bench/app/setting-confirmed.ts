/**
 * Measures a change of a camera setting: from the request to the camera's confirmation. An agent confirms when the first
 * picture with the new setting is on its way, an ONVIF camera when it has been read again.
 */
import { spawn } from 'node:child_process';
import { createRegistrationToken, registerCamera } from '@watchpost/contract/endpoints/add-camera';
import { getDeviceSettings, updateDeviceSettings } from '@watchpost/contract/endpoints/camera-settings';
import { listCameras } from '@watchpost/contract/endpoints/cameras';
import type { RegisterCameraAnswer, RegistrationTokenAnswer } from '@watchpost/contract/schemas/add-camera';
import type { DeviceSettings, UpdateDeviceSettingsBody } from '@watchpost/contract/schemas/camera-settings';
import type { Camera } from '@watchpost/contract/schemas/cameras';
import { createDeviceSettings, startOnvifDevice } from '@watchpost/server/testing';
import { startRigCamera } from '../../e2e/rig/camera.ts';
import { until } from '../../e2e/support/product.ts';
import { signIn } from '../support/account.ts';
import { figure, report } from '../support/report.ts';
import { startServer } from '../support/server.ts';

const rounds = Number(process.env['BENCH_ROUNDS'] ?? 20);
const user = { username: 'admin', password: 'secret' };

const server = await startServer();
const account = await signIn(server);
const token = async (): Promise<string> =>
  (await account.call<RegistrationTokenAnswer>(createRegistrationToken, { body: {} })).registrationToken;

const agent = spawn(
  process.execPath,
  [
    'packages/camera-agent/src/cli/main.ts',
    'run',
    '--server',
    server.url,
    '--test-picture',
    '--name',
    'Yard',
    '--local-port',
    '0',
    '--token-file',
    '-',
  ],
  {
    stdio: ['pipe', 'ignore', 'ignore'],
    env: { ...process.env, WATCHPOST_AGENT_DIR: `${server.dataDir}/agent` },
  },
);
agent.stdin.end(await token());
const agentCamera = await until(
  'the agent',
  async () => (await account.call<Camera[]>(listCameras)).find(({ state }) => state === 'online'),
  30_000,
);

const rig = await startRigCamera();
const clock = { now: Date.now };
const { services, state } = createDeviceSettings({ clock });
const device = await startOnvifDevice({
  clock,
  user,
  services,
  profiles: [{ token: 'main', encoding: 'H264', width: 1280, height: 720, uri: rig.url('/cam') }],
});
const { camera: onvifCamera } = await account.call<RegisterCameraAnswer>(registerCamera, {
  body: { registrationToken: await token(), source: { kind: 'onvif', address: device.url, ...user } },
});

/** Measures changes that alternate between two values. */
async function measure(id: string, changes: readonly UpdateDeviceSettingsBody[]): Promise<number[]> {
  await until(
    'the camera to take commands',
    async () => (await account.call<DeviceSettings>(getDeviceSettings, { params: { id } }).catch(() => null))?.canRestart,
    15_000,
  );
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const change = changes[round % changes.length] ?? {};
    const startedAt = performance.now();
    const { settings } = await account.call<DeviceSettings>(updateDeviceSettings, { params: { id }, body: change });
    times.push((performance.now() - startedAt) / 1000);
    for (const [name, value] of Object.entries(change))
      if (Object.entries(settings).find(([known]) => known === name)?.[1] !== value) throw new Error(`${name} is not ${String(value)}`);
  }
  return times;
}
const ofAgent = await measure(agentCamera.id, [{ isMirroredHorizontally: true }, { isMirroredHorizontally: false }]);
const ofOnvif = await measure(onvifCamera.id, [{ nightVision: 'on' }, { nightVision: 'off' }]);
if (state.filter !== 'ON') throw new Error('The camera was not changed.');

report('setting-confirmed', [
  figure('a camera-agent’s picture, mirrored', 's', ofAgent, { of: 'p95', atMost: 1 }),
  figure('an ONVIF camera’s night vision', 's', ofOnvif, { of: 'p95', atMost: 1 }),
]);
agent.kill();
await Promise.all([device.close(), rig.stop()]);
await server.dispose();
process.exit();
