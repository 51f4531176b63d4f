import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { createRegistrationToken, getRegistration } from '@watchpost/contract/endpoints/add-camera';
import { listCameras } from '@watchpost/contract/endpoints/cameras';
import { fillPath } from '@watchpost/contract/kernel';
import { encodeRegistrationCode } from '@watchpost/contract/protocols/registration-code';
import { registrationAnswer, registrationTokenAnswer } from '@watchpost/contract/schemas/add-camera';
import { cameraListSchema } from '@watchpost/contract/schemas/cameras';
import { encode } from 'uqr';
import { expect, onTestFinished, test } from 'vitest';
import { startTestServer } from '../../../testing/test-server.ts';
import { atMost } from '../../../../../../tooling/tests/slow-machine.ts';

/** The package as installed next to the server. */
const agentFolder = dirname(createRequire(import.meta.url).resolve('@watchpost/camera-agent/package.json'));
const ffmpeg = process.env['FFMPEG_PATH'] ?? 'ffmpeg';

/** Renders what a camera held in front of a screen sees: the room, then the code. */
function film(text: string, file: string): void {
  const { data, size } = encode(text, { ecc: 'M', border: 4 });
  const code = ['-f', 'rawvideo', '-pix_fmt', 'gray', '-s', `${size}x${size}`, '-i', 'pipe:0'];
  const filters =
    '[1:v]scale=420:420:flags=neighbor,pad=1280:720:430:150:0x404040,loop=loop=39:size=1,fps=10,setpts=N/10/TB[code];[0:v][code]concat=n=2:v=1,format=yuv420p';
  const { status, stderr } = spawnSync(
    ffmpeg,
    [
      '-loglevel',
      'error',
      '-f',
      'lavfi',
      '-i',
      'testsrc2=size=1280x720:rate=10:duration=2',
      ...code,
      '-filter_complex',
      filters,
      '-c:v',
      'libx264',
      '-preset',
      'ultrafast',
      '-g',
      '10',
      '-bf',
      '0',
      file,
    ],
    { input: Buffer.from(data.flat().map((isDark) => (isDark ? 0 : 255))) },
  );
  if (status !== 0) throw new Error(stderr.toString());
}

test(
  'a camera that sees the code in its own video registers with the server named in the code, and goes online; after a restart it reconnects',
  { timeout: atMost(90_000) },
  async () => {
    const server = await startTestServer();
    onTestFinished(() => server.close());
    const owner = await server.signIn('owner@example.com');
    const { registrationToken, registrationId } = registrationTokenAnswer.parse(
      await (await server.call(createRegistrationToken, { headers: owner.headers, body: {} })).json(),
    );
    const video = join(server.dataDir, 'room.mp4');
    film(encodeRegistrationCode({ server: server.url, registrationToken, wifi: { name: 'Northgate-2G', password: 'open sesame' } }), video);

    let said = '';
    const run = async (...more: string[]): Promise<() => Promise<void>> => {
      const agent = spawn(
        process.execPath,
        [
          join(agentFolder, 'src/cli/main.ts'),
          'run',
          '--file',
          video,
          '--name',
          'Yard',
          '--local-port',
          '0',
          '--dir',
          join(server.dataDir, 'agent'),
          ...more,
        ],
        { stdio: ['ignore', 'ignore', 'pipe'] },
      );
      agent.stderr.on('data', (text: Buffer) => (said += text.toString()));
      const stop = async (): Promise<void> => {
        if (agent.exitCode === null && agent.kill('SIGTERM')) await once(agent, 'exit');
      };
      onTestFinished(stop);
      return stop;
    };
    const states = async (): Promise<unknown[]> =>
      cameraListSchema
        .parse(await (await server.call(listCameras, { headers: owner.headers })).json())
        .map(({ title, state }) => [title, state]);

    const stop = await run('--scan');
    await expect.poll(states, { timeout: atMost(20_000) }).toEqual([['Yard', 'online']]);
    const path = fillPath(getRegistration.path, { id: registrationId });
    expect(
      registrationAnswer.parse(await (await server.call({ ...getRegistration, path }, { headers: owner.headers })).json()),
    ).toMatchObject({ state: 'registered' });
    await stop();
    await expect.poll(states, { timeout: atMost(20_000) }).toEqual([['Yard', 'offline']]);
    // Neither the server nor a code is passed again.
    await run();
    await expect.poll(states, { timeout: atMost(20_000) }).toEqual([['Yard', 'online']]);
    expect(said).toContain('Code scanned.');
    expect(said).toContain('left as it is');
    for (const secret of [registrationToken, 'open sesame']) expect(said + server.logLines.join('\n')).not.toContain(secret);
  },
);
