import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { createServer, type AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { createRegistrationToken, registerLocalCamera } from '@watchpost/contract/endpoints/add-camera';
import { listCameras, removeCamera } from '@watchpost/contract/endpoints/cameras';
import { formatSdCard } from '@watchpost/contract/endpoints/sd-card';
import { fillPath } from '@watchpost/contract/kernel';
import { registrationTokenAnswer } from '@watchpost/contract/schemas/add-camera';
import { cameraListSchema, type Camera } from '@watchpost/contract/schemas/cameras';
import { expect, onTestFinished, test } from 'vitest';
import { startTestServer } from '../../../testing/test-server.ts';
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

test(
  'a removed camera is reset, immediately or when it reconnects, and only then; the app can add it again',
  { timeout: atMost(120_000) },
  async () => {
    const [server, other] = [await startTestServer(), await startTestServer()];
    onTestFinished(() => server.close());
    onTestFinished(() => other.close());
    const owner = await server.signIn('owner@example.com');
    const folder = join(server.dataDir, 'agent');
    const card = join(server.dataDir, 'card');
    await mkdir(card);
    const kept = {
      registration: join(folder, 'Yard.json'),
      settings: join(folder, 'settings', 'Yard.json'),
      key: join(folder, 'Yard.key'),
    };
    const recording = join(card, 'watchpost-card', 'videos', '1000-2000.mp4');
    const port = await freePort();

    let said = '';
    let agent: ChildProcess | null = null;
    const start = (serverUrl: string, token: string | null): void => {
      said = '';
      const parameters = [
        'run',
        '--server',
        serverUrl,
        '--file',
        join(agentFolder, 'assets/street.mp4'),
        '--name',
        'Yard',
        '--sd-card',
        card,
        '--local-port',
        String(port),
        '--dir',
        folder,
        ...(token === null ? [] : ['--token-file', '-']),
      ];
      agent = spawn(process.execPath, [join(agentFolder, 'src/cli/main.ts'), ...parameters], { stdio: ['pipe', 'ignore', 'pipe'] });
      agent.stderr?.on('data', (text: Buffer) => void (said += text.toString()));
      agent.stdin?.end(token ?? '');
    };
    const stop = async (): Promise<void> => {
      if (agent?.exitCode === null && agent.kill('SIGTERM')) await once(agent, 'exit');
    };
    onTestFinished(stop);
    const find = async (): Promise<Camera | undefined> =>
      cameraListSchema.parse(await (await server.call(listCameras, { headers: owner.headers })).json())[0];
    const untilOnline = async (): Promise<Camera> => {
      await expect.poll(async () => (await find())?.state, { timeout: atMost(20_000) }).toBe('online');
      const camera = await find();
      if (!camera) throw new Error('The camera is gone.');
      return camera;
    };
    const remove = async (cameraId: string): Promise<void> =>
      expect(
        (
          await server.call(
            { method: removeCamera.method, path: fillPath(removeCamera.path, { id: cameraId }) },
            { headers: owner.headers },
          )
        ).status,
      ).toBe(204);
    /** Uses the camera: formats its card, and writes a recording and settings. */
    const use = async (cameraId: string): Promise<void> => {
      // A camera that was reset is formatted already.
      if (!existsSync(dirname(recording))) {
        const format = () =>
          server.call({ method: formatSdCard.method, path: fillPath(formatSdCard.path, { id: cameraId }) }, { headers: owner.headers });
        await expect.poll(async () => (await format()).status, { timeout: atMost(15_000) }).toBe(202);
        await expect.poll(() => existsSync(join(card, 'watchpost-card', 'card.json')), { timeout: atMost(10_000) }).toBe(true);
      }
      await writeFile(recording, 'video');
      await mkdir(dirname(kept.settings), { recursive: true });
      await writeFile(kept.settings, '{"isMicrophoneOn":false}');
    };
    const expectReset = async (): Promise<void> => {
      await expect.poll(() => said, { timeout: atMost(20_000) }).toContain('waits to be added in the app');
      expect([existsSync(kept.registration), existsSync(kept.settings), existsSync(kept.key)]).toEqual([false, false, true]);
      expect(await readdir(dirname(recording))).toEqual([]);
    };
    const addAgain = async (): Promise<void> =>
      expect((await server.call(registerLocalCamera, { headers: owner.headers, body: { address: `127.0.0.1:${port}` } })).status).toBe(201);

    const { registrationToken } = registrationTokenAnswer.parse(
      await (await server.call(createRegistrationToken, { headers: owner.headers, body: {} })).json(),
    );
    start(server.url, registrationToken);
    const first = await untilOnline();
    await use(first.id);
    // Connected: reset now.
    await remove(first.id);
    await expectReset();
    await addAgain();
    const second = await untilOnline();
    expect(second.id).not.toBe(first.id);

    // A server that does not know it, at the same address or restored from a backup, is no proof of a removal.
    await use(second.id);
    await stop();
    start(other.url, null);
    await expect.poll(() => said.split('the server answered with 401').length, { timeout: atMost(15_000) }).toBeGreaterThan(2);
    await stop();
    expect([existsSync(kept.registration), existsSync(kept.settings), existsSync(recording)]).toEqual([true, true, true]);

    // Offline while it is removed: reset when it reconnects.
    await remove(second.id);
    start(server.url, null);
    await expectReset();
    await addAgain();
    await untilOnline();
  },
);
