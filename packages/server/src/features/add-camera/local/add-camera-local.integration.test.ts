import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { createServer, type AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import {
  createRegistrationToken,
  createSerialRegistrationToken,
  getRegistration,
  registerLocalCamera,
} from '@watchpost/contract/endpoints/add-camera';
import { listCameras } from '@watchpost/contract/endpoints/cameras';
import { fillPath, type Endpoint } from '@watchpost/contract/kernel';
import { registerLocalCameraAnswer, registrationAnswer, registrationTokenAnswer } from '@watchpost/contract/schemas/add-camera';
import { cameraListSchema } from '@watchpost/contract/schemas/cameras';
import { expect, onTestFinished, test } from 'vitest';
import { createTestDevice } from '../../../testing/test-device.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { atMost } from '../../../../../../tooling/tests/slow-machine.ts';

/** The package as installed next to the server. */
const agentFolder = dirname(createRequire(import.meta.url).resolve('@watchpost/camera-agent/package.json'));

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

interface RunningAgent {
  readonly port: number;
  readonly folder: string;
  /** Its output so far. */
  said(): string;
}

async function startAgent(server: TestServer): Promise<RunningAgent> {
  const port = await freePort();
  const folder = join(server.dataDir, 'agent');
  const agent = spawn(
    process.execPath,
    [
      join(agentFolder, 'src/cli/main.ts'),
      'run',
      '--server',
      server.url,
      '--file',
      join(agentFolder, 'assets/street.mp4'),
      '--name',
      'Yard',
      '--local-port',
      String(port),
    ],
    {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, WATCHPOST_AGENT_DIR: folder },
    },
  );
  onTestFinished(async () => {
    if (agent.exitCode === null && agent.kill('SIGTERM')) await once(agent, 'exit');
  });
  let said = '';
  agent.stderr.on('data', (text: Buffer) => (said += text.toString()));
  return { port, folder, said: () => said };
}

test('by serial number, from the camera’s own address: the page reads its number there, requests a token for it alone, and it goes online', async () => {
  const server = await startTestServer();
  onTestFinished(() => server.close());
  const owner = await server.signIn('owner@example.com');
  const { port, folder, said } = await startAgent(server);
  const camera = `http://127.0.0.1:${port}`;
  const info = async (): Promise<{ serialNumber: string; state: string } | null> =>
    fetch(camera).then(
      (answer) => answer.json() as Promise<{ serialNumber: string; state: string }>,
      () => null,
    );
  await expect.poll(info, { timeout: atMost(10_000) }).toMatchObject({ state: 'waiting', name: 'Yard' });
  const { serialNumber = '' } = (await info()) ?? {};
  expect(serialNumber).toMatch(/^WP-[0-9A-Z]{16}$/);
  // Shown as text and as a barcode.
  expect(said()).toContain(`  ${serialNumber}\n`);
  expect(said()).toMatch(/█ ?[▌▐█]/);

  const tokenFor = async (endpoint: Endpoint, body: object): Promise<string> =>
    registrationTokenAnswer.parse(await (await server.call(endpoint, { headers: owner.headers, body })).json()).registrationToken;
  const register = async (registrationToken: string): Promise<readonly [number, string]> => {
    const answer = await fetch(`${camera}/register`, {
      method: 'POST',
      headers: { authorization: `Bearer ${registrationToken}`, origin: server.url },
      body: JSON.stringify({ registrationToken }),
    });
    return [answer.status, await answer.text()];
  };
  // The server refuses a registration for another camera, and the camera reports it.
  expect(await register(await tokenFor(createSerialRegistrationToken, { serialNumber: createTestDevice().serialNumber }))).toMatchObject([
    403,
    expect.stringContaining('registration-token-foreign'),
  ]);
  expect((await register(await tokenFor(createSerialRegistrationToken, { serialNumber })))[0]).toBe(201);
  expect(await info()).toMatchObject({ state: 'registered' });
  expect((await register(await tokenFor(createRegistrationToken, {})))[0]).toBe(409);

  const cameras = async () => cameraListSchema.parse(await (await server.call(listCameras, { headers: owner.headers })).json());
  await expect
    .poll(async () => (await cameras()).map(({ title, state }) => [title, state]), { timeout: atMost(15_000) })
    .toEqual([['Yard', 'online']]);
  expect((await stat(join(folder, 'Yard.json'))).mode & 0o777).toBe(0o600);
  const { agentToken } = JSON.parse(await readFile(join(folder, 'Yard.json'), 'utf8')) as { agentToken: string };
  expect([said(), ...server.logLines].join('\n')).not.toContain(agentToken);

  // The camera has an owner now: another account gets that answer, and the owner learns that it is their own.
  const stranger = await server.signIn('stranger@example.com');
  const taken = async (headers: Record<string, string>): Promise<unknown> =>
    (await server.call(createSerialRegistrationToken, { headers, body: { serialNumber } })).json();
  expect(await taken(stranger.headers)).toMatchObject({ error: { code: 'camera-connected' } });
  expect(await taken(owner.headers)).toMatchObject({ error: { code: 'camera-connected-here' } });
});

test('by its address through the server, for a user in another network: the camera is registered, and the answer names it', async () => {
  const server = await startTestServer();
  onTestFinished(() => server.close());
  const owner = await server.signIn('owner@example.com');
  const { port, said } = await startAgent(server);
  await expect.poll(said, { timeout: atMost(10_000) }).toContain('waits to be added');
  const body = { address: `127.0.0.1:${port}` };
  const answer = await server.call(registerLocalCamera, { headers: owner.headers, body });
  expect(answer.status).toBe(201);
  const { registrationId } = registerLocalCameraAnswer.parse(await answer.json());
  const path = fillPath(getRegistration.path, { id: registrationId });
  const registration = registrationAnswer.parse(await (await server.call({ ...getRegistration, path }, { headers: owner.headers })).json());
  const [camera] = cameraListSchema.parse(await (await server.call(listCameras, { headers: owner.headers })).json());
  expect(registration).toMatchObject({ state: 'registered', cameraId: camera?.id });
  expect(await (await server.call(registerLocalCamera, { headers: owner.headers, body })).json()).toMatchObject({
    error: { code: 'camera-connected-here' },
  });
});
