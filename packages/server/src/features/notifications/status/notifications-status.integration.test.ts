import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { createRegistrationToken } from '@watchpost/contract/endpoints/add-camera';
import { listCameras } from '@watchpost/contract/endpoints/cameras';
import { getPushConfiguration, subscribeToPush, updateCameraNotifications } from '@watchpost/contract/endpoints/notifications';
import { fillPath } from '@watchpost/contract/kernel';
import { registrationTokenAnswer } from '@watchpost/contract/schemas/add-camera';
import { cameraListSchema } from '@watchpost/contract/schemas/cameras';
import { pushConfigurationSchema } from '@watchpost/contract/schemas/notifications';
import { systemClock } from '@watchpost/contract/timing/clock';
import { expect, onTestFinished, test } from 'vitest';
import { startPushService } from '../../../testing/push-service.ts';
import { startTestServer } from '../../../testing/test-server.ts';
import { atMost } from '../../../../../../tooling/tests/slow-machine.ts';

/** The package as installed next to the server. */
const agentFolder = dirname(createRequire(import.meta.url).resolve('@watchpost/camera-agent/package.json'));

/** Fixed across the restart, so that the agent finds the server again. */
async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}

test('a restarting server sends no notification of its cameras; but it revokes earlier notifications afterwards', async () => {
  let server = await startTestServer({ port: await freePort(), allowLoopbackPush: true, offlineNoticeAfter: 2 });
  onTestFinished(() => server.close());
  const peer = await startPushService({ now: systemClock.now });
  onTestFinished(() => peer.close());
  const { headers } = await server.signIn('anna@example.com');
  const configuration = pushConfigurationSchema.parse(await (await server.call(getPushConfiguration, { headers })).json());
  await server.call(subscribeToPush, {
    headers,
    body: { token: peer.subscribe(configuration.kind === 'web-push' ? configuration.publicKey : '').token },
  });
  const { registrationToken } = registrationTokenAnswer.parse(
    await (await server.call(createRegistrationToken, { headers, body: {} })).json(),
  );

  let agent: ChildProcess | null = null;
  /**
   * Starts the agent.
   * @param token of its registration; afterwards it has its own credentials
   */
  const startAgent = (token?: string): void => {
    const started = spawn(
      process.execPath,
      [
        join(agentFolder, 'src/cli/main.ts'),
        'run',
        '--server',
        server.url,
        '--test-picture',
        '--name',
        'Yard',
        '--local-port',
        '0',
        ...(token === undefined ? [] : ['--token-file', '-']),
      ],
      {
        stdio: ['pipe', 'ignore', 'inherit'],
        env: { ...process.env, WATCHPOST_AGENT_DIR: join(server.dataDir, 'agent') },
      },
    );
    started.stdin.end(token);
    agent = started;
  };
  const stopAgent = async (): Promise<void> => {
    if (agent?.exitCode === null && agent.kill('SIGTERM')) await once(agent, 'exit');
  };
  onTestFinished(stopAgent);
  const camera = async () => cameraListSchema.parse(await (await server.call(listCameras, { headers })).json())[0];
  const becomes = (state: string) => expect.poll(async () => (await camera())?.state, { timeout: atMost(20_000) }).toBe(state);
  const titles = () => peer.received.map(({ message }) => message.notification?.title);

  startAgent(registrationToken);
  await becomes('online');
  const path = fillPath(updateCameraNotifications.path, { id: (await camera())?.id ?? '' });
  expect((await server.call({ method: 'PATCH', path }, { headers, body: { isStatusNotified: true } })).status).toBe(200);

  server = await server.restart();
  await becomes('online');
  await stopAgent();
  await expect.poll(titles, { timeout: atMost(20_000) }).toEqual(['Camera is unavailable']);
  server = await server.restart();
  startAgent();
  await expect.poll(titles, { timeout: atMost(20_000) }).toEqual(['Camera is unavailable', 'Camera is available again']);
  expect([peer.faults, peer.received[1]?.message.notification?.body]).toEqual([
    [],
    expect.stringMatching(/^Yard\. It was offline for \d+ seconds?\.$/),
  ]);
});
