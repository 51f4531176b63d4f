import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { createRegistrationToken } from '@watchpost/contract/endpoints/add-camera';
import { listCameras } from '@watchpost/contract/endpoints/cameras';
import {
  eraseSdCard,
  formatSdCard,
  getSdCard,
  listSdCardVideos,
  playSdCardVideo,
  updateSdCard,
} from '@watchpost/contract/endpoints/sd-card';
import { fillPath, type Endpoint } from '@watchpost/contract/kernel';
import { registrationTokenAnswer } from '@watchpost/contract/schemas/add-camera';
import { cameraListSchema } from '@watchpost/contract/schemas/cameras';
import { sdCardSchema, sdCardVideosAnswer, type SdCard, type SdCardVideo } from '@watchpost/contract/schemas/sd-card';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { locateDatabase, openDatabase } from '../../db/database.ts';
import { insertCustomer, insertGrant } from '../../testing/people.ts';
import { startTestServer, type TestServer, type TestSession } from '../../testing/test-server.ts';
import { atMost } from '../../../../../tooling/tests/slow-machine.ts';

/** The package as installed next to the server. */
const agentFolder = dirname(createRequire(import.meta.url).resolve('@watchpost/camera-agent/package.json'));

let server: TestServer;
let owner: TestSession;
let agent: ChildProcess;
let card: string;
let cameraId: string;

/** Renders ten seconds of picture and sound. */
function makeScene(file: string): void {
  const { status, stderr } = spawnSync(
    'ffmpeg',
    [
      '-v',
      'error',
      '-f',
      'lavfi',
      '-i',
      'testsrc2=size=640x360:rate=10',
      '-f',
      'lavfi',
      '-i',
      'sine=sample_rate=16000',
      '-t',
      '10',
      '-c:v',
      'libx264',
      '-preset',
      'ultrafast',
      '-g',
      '10',
      '-pix_fmt',
      'yuv420p',
      '-c:a',
      'aac',
      file,
    ],
    { encoding: 'utf8' },
  );
  expect([status, stderr]).toEqual([0, '']);
}

/** Starts a camera with picture and sound, and an empty card slot. */
function startAgent(): ChildProcess {
  const started = spawn(
    process.execPath,
    [
      join(agentFolder, 'src/cli/main.ts'),
      'run',
      '--server',
      server.url,
      '--file',
      join(server.dataDir, 'scene.mp4'),
      '--name',
      'Yard',
      '--token-file',
      '-',
      '--local-port',
      '0',
      '--sd-card',
      card,
      '--sd-card-size',
      '64M',
    ],
    {
      stdio: ['pipe', 'ignore', 'inherit'],
      env: { ...process.env, WATCHPOST_AGENT_DIR: join(server.dataDir, 'agent') },
    },
  );
  return started;
}
async function stopAgent(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  if (agent.exitCode === null && agent.signalCode === null && agent.kill(signal)) await once(agent, 'exit');
}

beforeAll(async () => {
  server = await startTestServer();
  owner = await server.signIn('owner@example.com');
  card = join(server.dataDir, 'card');
  const { registrationToken } = registrationTokenAnswer.parse(
    await (await server.call(createRegistrationToken, { headers: owner.headers, body: {} })).json(),
  );
  makeScene(join(server.dataDir, 'scene.mp4'));
  agent = startAgent();
  agent.stdin?.end(registrationToken);
});
afterAll(async () => {
  await stopAgent('SIGTERM');
  await server.close();
});

const call = (
  endpoint: Endpoint,
  { body, headers = owner.headers, query = '' }: { body?: unknown; headers?: Record<string, string>; query?: string } = {},
): Promise<Response> =>
  server.call(
    { method: endpoint.method, path: fillPath(endpoint.path, { id: cameraId }) + query },
    { headers, ...(body !== undefined && { body }) },
  );
const read = async (): Promise<SdCard> => sdCardSchema.parse(await (await call(getSdCard)).json());
const videos = async (): Promise<SdCardVideo[]> => sdCardVideosAnswer.parse(await (await call(listSdCardVideos)).json()).videos;
const play = (videoId: string, headers: Record<string, string>): Promise<Response> =>
  fetch(server.url + fillPath(playSdCardVideo.path, { id: cameraId, videoId }), { headers });
const codeOf = async (answer: Response): Promise<unknown> => [answer.status, JSON.parse(await answer.text()).error.code];
async function begin(endpoint: Endpoint): Promise<void> {
  const answer = await call(endpoint);
  expect(answer.status).toBe(202);
  expect(sdCardSchema.parse(await answer.json())).toMatchObject({ support: 'card' });
  await expect.poll(async () => 'work' in (await read())).toBe(true);
  await expect.poll(read, { timeout: atMost(10_000) }).toMatchObject({ work: null });
}

/** Decodes the file with FFmpeg, which is independent of our code, without an error, and returns its streams and their lengths. */
async function inspect(bytes: Uint8Array): Promise<{ readonly streams: string[]; readonly duration: number; readonly problems: string }> {
  const file = join(server.dataDir, 'played.mp4');
  await writeFile(file, bytes);
  const { stdout } = spawnSync('ffprobe', ['-v', 'error', '-show_entries', 'stream=codec_name:format=duration', '-of', 'json', file], {
    encoding: 'utf8',
  });
  const { streams, format } = JSON.parse(stdout) as { streams: { codec_name: string }[]; format: { duration: string } };
  const { stderr } = spawnSync('ffmpeg', ['-v', 'error', '-i', file, '-f', 'null', '-'], { encoding: 'utf8' });
  await rm(file);
  return { streams: streams.map(({ codec_name: name }) => name), duration: Number(format.duration), problems: stderr };
}

test(
  'a card is inserted, formatted and recorded on; it survives a killed agent; its recordings are played by Range, with sound only for viewers with that right',
  { timeout: atMost(120_000) },
  async () => {
    const found = async () => cameraListSchema.parse(await (await server.call(listCameras, { headers: owner.headers })).json())[0];
    await expect.poll(async () => (await found())?.state, { timeout: atMost(30_000) }).toBe('online');
    cameraId = (await found())?.id ?? '';
    // The control connection may still be opening.
    await expect.poll(read, { timeout: atMost(10_000) }).toMatchObject({ support: 'card', card: { state: 'not-installed' } });
    expect(await codeOf(await call(formatSdCard))).toEqual([409, 'sd-card-not-installed']);
    await mkdir(card);
    expect(await read()).toMatchObject({ card: { state: 'not-mounted' } });
    expect(await codeOf(await call(listSdCardVideos))).toEqual([409, 'sd-card-not-mounted']);
    expect(await codeOf(await call(eraseSdCard))).toEqual([409, 'sd-card-not-mounted']);
    await begin(formatSdCard);
    expect(await read()).toMatchObject({ card: { state: 'installed', memory: { used: 0 } }, recording: 'off', schedule: [] });

    const entry = { days: ['wed'], from: '09:00', to: '18:00' };
    const change = await call(updateSdCard, { body: { recording: 'always', schedule: [entry, { ...entry, days: ['mon'] }] } });
    expect(await change.json()).toMatchObject({ recording: 'always', schedule: [{ days: ['mon', 'wed'], from: '09:00', to: '18:00' }] });
    await expect.poll(async () => (await videos())[0]?.size ?? 0, { timeout: atMost(15_000) }).toBeGreaterThan(300_000);
    const [recording] = await videos();
    expect(recording?.endAt).toBeNull();
    expect(await codeOf(await play(recording?.id ?? '', owner.headers))).toEqual([409, 'sd-card-recording']);

    await stopAgent('SIGKILL');
    await expect.poll(async () => codeOf(await call(listSdCardVideos)), { timeout: atMost(10_000) }).toEqual([409, 'camera-offline']);
    agent = startAgent();
    agent.stdin?.end();
    await expect.poll(async () => (await call(listSdCardVideos)).status, { timeout: atMost(30_000), interval: 200 }).toBe(200);
    const saved = (await videos()).find(({ id }) => id === recording?.id);
    const length = ((saved?.endAt ?? 0) - (saved?.startAt ?? 0)) / 1000;
    expect(length).toBeGreaterThan(1);
    expect(await read()).toMatchObject({ recording: 'always', schedule: [{ days: ['mon', 'wed'] }] });

    const whole = await play(saved?.id ?? '', owner.headers);
    expect([
      whole.status,
      whole.headers.get('content-type'),
      whole.headers.get('accept-ranges'),
      whole.headers.get('cache-control'),
    ]).toEqual([200, 'video/mp4', 'bytes', 'private, no-store']);
    const bytes = new Uint8Array(await whole.arrayBuffer());
    expect(bytes.length).toBe(Number(whole.headers.get('content-length')));
    const heard = await inspect(bytes);
    expect([heard.streams, heard.problems]).toEqual([['h264', 'aac'], '']);
    expect(Math.abs(heard.duration - length)).toBeLessThan(0.2);
    const part = await play(saved?.id ?? '', {
      ...owner.headers,
      range: `bytes=1000-${bytes.length - 2}`,
      'if-range': whole.headers.get('etag') ?? '',
    });
    expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 1000-${bytes.length - 2}/${bytes.length}`]);
    expect(Buffer.from(await part.arrayBuffer()).equals(Buffer.from(bytes.subarray(1000, -1)))).toBe(true);
    expect((await play(saved?.id ?? '', { ...owner.headers, range: `bytes=${bytes.length}-` })).status).toBe(416);

    const db = openDatabase(locateDatabase(server.config));
    const deaf = await insertCustomer(db, 'deaf@example.com');
    await insertGrant(db, cameraId, deaf, { with_audio: 0 });
    await db.destroy();
    const silent = await play(saved?.id ?? '', { authorization: `Bearer ${await server.openSession(deaf)}` });
    expect(silent.headers.get('etag')).not.toBe(whole.headers.get('etag'));
    expect((await inspect(new Uint8Array(await silent.arrayBuffer()))).streams).toEqual(['h264']);

    await call(updateSdCard, { body: { recording: 'off' } });
    await begin(eraseSdCard);
    expect([await videos(), await read()]).toMatchObject([[], { card: { memory: { used: 0 } }, recording: 'off' }]);
    expect(await codeOf(await play(saved?.id ?? '', owner.headers))).toEqual([404, 'sd-card-video-gone']);
    expect(await readdir(join(card, 'watchpost-card', 'videos'))).toEqual([]);

    // It is connected, so only the server's motion messages begin a recording: the scene moves.
    await call(updateSdCard, { body: { recording: 'events' } });
    await expect.poll(async () => (await videos()).length, { timeout: atMost(30_000), interval: 200 }).toBeGreaterThan(0);
    expect(server.logLines.filter((line) => /"level":(50|60)/.test(line))).toEqual([]);
  },
);
