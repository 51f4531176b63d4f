import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createManualClock } from '@watchpost/contract/testing';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { DetectorSettings } from '../../../kernel/settings/detector-settings.ts';
import type { LookProcess } from '../engine/look-process.ts';
import type { LookRequest } from '../engine/object-detector.ts';
import type { PictureLook } from '../engine/object-messages.ts';
import { createDetectorClient } from './detector-client.ts';
import { createPlugInDetector } from './plug-in-detector.ts';

type Answer = (request: IncomingMessage, response: ServerResponse, attempt: number) => void;

interface Asked {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly form: FormData;
}

let server: Server;
let origin: string;
let answer: Answer;
let asked: Asked[];
let onAsked: () => void;

const found = { success: true, predictions: [{ label: 'person', confidence: 0.8, x_min: 64, y_min: 36, x_max: 128, y_max: 180 }] };
const json =
  (body: unknown, status = 200): Answer =>
  (_, response) =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

/** A detector as DeepStack and CodeProject.AI are: reads the form, then answers. */
beforeEach(async () => {
  asked = [];
  answer = json(found);
  onAsked = () => undefined;
  server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) if (part instanceof Buffer) parts.push(part);
    const { url = '', headers } = request;
    const body = new Response(Buffer.concat(parts), { headers: { 'content-type': headers['content-type'] ?? '' } });
    asked.push({ path: url, headers, form: parts.length > 0 ? await body.formData() : new FormData() });
    answer(request, response, asked.length);
    onAsked();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  origin = `http://127.0.0.1:${port}`;
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const settingsOf = (over: Partial<DetectorSettings> = {}): DetectorSettings => ({
  url: origin,
  model: null,
  apiKey: null,
  timeoutMs: 5000,
  finds: [],
  ...over,
});
const jpeg = { data: Uint8Array.of(0xff, 0xd8, 0xff, 0xd9), width: 640, height: 360 };
const person = { objectClass: 'human', score: 0.8, box: { x: 0.1, y: 0.1, width: 0.1, height: 0.4 } };

describe('requests', () => {
  test('a picture is asked about as DeepStack’s and CodeProject.AI’s users do', async () => {
    const client = createDetectorClient({ settings: settingsOf(), clock: createManualClock() });
    expect(await client.see(jpeg.data)).toMatchObject({ isOk: true, predictions: [{ label: 'person', confidence: 0.8 }] });
    const [{ path, form, headers } = { path: '', form: new FormData(), headers: {} }] = asked;
    const image = form.get('image');
    expect(path).toBe('/v1/vision/detection');
    expect([...form.keys()]).toEqual(['image', 'min_confidence']);
    expect(image instanceof File && [image.name, image.type, [...new Uint8Array(await image.arrayBuffer())]]).toEqual([
      'picture.jpg',
      'image/jpeg',
      [...jpeg.data],
    ]);
    expect(Number(form.get('min_confidence'))).toBeGreaterThan(0);
    // Old servers of Python read nothing that comes without a length.
    expect(Number(headers['content-length'])).toBeGreaterThan(jpeg.data.length);
    expect(headers.authorization).toBeUndefined();
  });

  test('a custom model, a key, a password and a path', async () => {
    const url = origin.replace('//', '//anna:p%40ss@');
    const settings = settingsOf({ url: `${url}/ai/`, model: 'ipcam-general', apiKey: 'k1' });
    await createDetectorClient({ settings, clock: createManualClock() }).see(jpeg.data);
    expect(asked.map(({ path, headers, form }) => [path, headers.authorization, form.get('api_key')])).toEqual([
      ['/ai/v1/vision/custom/ipcam-general', `Basic ${Buffer.from('anna:p@ss').toString('base64')}`, 'k1'],
    ]);
  });

  test('a sound is asked about in the same form', async () => {
    answer = json({ success: true, predictions: [{ label: 'glass', confidence: 0.7 }] });
    const client = createDetectorClient({ settings: settingsOf(), clock: createManualClock() });
    expect(await client.hear(Uint8Array.of(1, 2))).toEqual({
      isOk: true,
      predictions: [{ label: 'glass', confidence: 0.7, corners: null }],
    });
    expect(asked.map(({ path, form }) => [path, [...form.keys()]])).toEqual([['/v1/sound/detection', ['sound', 'min_confidence']]]);
  });
});

const html: Answer = (_, response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Welcome to nginx</h1>');
const plainText: Answer = (_, response) => void response.writeHead(200, { 'content-type': 'text/plain' }).end(JSON.stringify(found));
const huge: Answer = (_, response) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  const block = '[0,0,0,0,0,0,0,0]'.padEnd(65_536, ' ');
  const write = (): void => {
    while (!response.destroyed && response.write(block));
    if (!response.destroyed) response.once('drain', write);
  };
  write();
};
const cut: Answer = (request, response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '500' });
  response.write('{"success":true,');
  setImmediate(() => request.socket.destroy());
};
const redirect: Answer = (_, response) => void response.writeHead(302, { location: `${origin}/elsewhere` }).end();

test.each<[string, Answer, object]>([
  ['an error of the server', json({ error: 'out of memory' }, 500), { isOk: false, failure: 'failing' }],
  ['too many requests', json({}, 429), { isOk: false, failure: 'failing' }],
  ['an error in an answer', json({ success: false, error: 'No model', code: 500 }), { isOk: false, failure: 'failing' }],
  ['no such model', json({}, 404), { isOk: false, failure: 'not-found' }],
  ['a wrong key', json({ success: false, error: 'Incorrect api key' }, 401), { isOk: false, failure: 'unauthorized' }],
  ['another page', html, { isOk: false, failure: 'unreadable' }],
  ['JSON that is cut', (_, response) => void response.end('{"success":tr'), { isOk: false, failure: 'unreadable' }],
  ['nothing', (_, response) => void response.end(), { isOk: false, failure: 'unreadable' }],
  ['an answer without an end', huge, { isOk: false, failure: 'unreadable' }],
  ['a connection that ends in the answer', cut, { isOk: false, failure: 'unreachable' }],
  ['a connection that is always reset', (request) => void request.socket.resetAndDestroy(), { isOk: false, failure: 'unreachable' }],
  ['a redirection, which is not followed', redirect, { isOk: false, failure: 'unreachable' }],
  ['JSON that is called text', plainText, { isOk: true }],
])('%s', async (_, given, expected) => {
  answer = given;
  const client = createDetectorClient({ settings: settingsOf(), clock: createManualClock() });
  expect(await client.see(jpeg.data)).toMatchObject(expected);
  expect(asked.every(({ path }) => path === '/v1/vision/detection')).toBe(true);
});

test('a connection that was kept open and is lost is made again', async () => {
  answer = (request, response, attempt) => (attempt === 2 ? request.socket.resetAndDestroy() : json(found)(request, response, attempt));
  const client = createDetectorClient({ settings: settingsOf(), clock: createManualClock() });
  expect([(await client.see(jpeg.data)).isOk, (await client.see(jpeg.data)).isOk]).toEqual([true, true]);
  expect(asked).toHaveLength(3);
});

test('a server that closes after each answer is asked again', async () => {
  answer = (_, response) => void response.writeHead(200, { connection: 'close' }).end(JSON.stringify(found));
  const client = createDetectorClient({ settings: settingsOf(), clock: createManualClock() });
  for (let time = 0; time < 3; time++) expect((await client.see(jpeg.data)).isOk).toBe(true);
});

test.each<[string, Answer]>([
  ['before the answer', () => undefined],
  ['within the answer', (_, response) => void response.write('{"success":')],
])('what takes too long is given up %s, and so is everything at the end', async (_, given) => {
  answer = given;
  const clock = createManualClock();
  const client = createDetectorClient({ settings: settingsOf({ timeoutMs: 2000 }), clock });
  const nextAsked = (): Promise<void> => new Promise((resolve) => (onAsked = resolve));
  let arrived = nextAsked();
  const late = client.see(jpeg.data);
  await arrived;
  clock.advance(2000);
  expect(await late).toEqual({ isOk: false, failure: 'timed-out' });
  arrived = nextAsked();
  const closed = client.see(jpeg.data);
  await arrived;
  client.close();
  expect(await closed).toEqual({ isOk: false, failure: 'unreachable' });
  expect(clock.pending).toBe(0);
});

describe('the detector', () => {
  const setUp = (over: Partial<DetectorSettings> = {}, wanted: Partial<LookRequest> = {}) => {
    const clock = createManualClock(Date.UTC(2026, 10, 27));
    const requests: LookRequest[] = [];
    const state = { isMoving: true };
    const process: LookProcess = {
      look: async (request) => {
        requests.push(request);
        const isLookedAt = state.isMoving || request.isForced;
        const look: PictureLook = { at: 7, moving: [], objects: [], cpuMs: 5, isContinuable: true, jpeg: isLookedAt ? jpeg : null };
        return look;
      },
      close: () => undefined,
    };
    const log = pino({ level: 'silent' });
    const detector = createPlugInDetector({ settings: settingsOf(over), clock, log, random: () => 1, process });
    const look = () =>
      detector.look({
        cameraId: 'c1',
        track: { kind: 'video', codec: 'avc1.42c01f', width: 640, height: 360, configuration: new Uint8Array() },
        pictures: [{ at: 7, keyFrame: true, data: new Uint8Array() }],
        isStart: true,
        sensitivity: 5,
        isForced: false,
        ...wanted,
      });
    return { clock, detector, look, requests, state };
  };

  test('what it finds is at its place; it is asked only where something moves, once it has answered', async () => {
    const { detector, look, requests, state } = setUp();
    state.isMoving = false;
    // The first look shows whether it works.
    expect((await look())?.objects).toEqual([person]);
    expect((await look())?.objects).toEqual([]);
    state.isMoving = true;
    expect((await look())?.objects).toEqual([person]);
    expect(requests.map(({ isForced }) => isForced)).toEqual([true, false, false]);
    expect(asked).toHaveLength(2);
    expect(detector.engine()).toEqual({ state: 'ready' });
  });

  test('one that fails three times is left alone, says why, and works again by itself', async () => {
    const { clock, detector, look, requests, state } = setUp();
    answer = json({ success: false, error: 'No GPU' });
    for (let time = 0; time < 3; time++) expect(await look()).toMatchObject({ objects: [], isContinuable: true });
    expect(detector.engine()).toEqual({ state: 'failing', reason: 'failing', since: Date.UTC(2026, 10, 27) });
    // Nothing is decoded and nobody is asked; what was detected ends.
    expect(await look()).toEqual({ at: 7, moving: [], objects: [], cpuMs: 0, isContinuable: false });
    expect([requests.length, asked.length]).toEqual([3, 3]);

    answer = json(found);
    state.isMoving = false;
    clock.advance(10_000);
    expect((await look())?.objects).toEqual([person]);
    expect(detector.engine()).toEqual({ state: 'ready' });
  });

  /** Answers by path; what is missing is not found. */
  const byPath =
    (answers: Readonly<Record<string, unknown>>): Answer =>
    (request, response, attempt) => {
      const body = answers[request.url ?? ''];
      json(body ?? {}, body === undefined ? 404 : 200)(request, response, attempt);
    };
  const place = { x_min: 64, y_min: 36, x_max: 128, y_max: 180 };
  const burning = {
    success: true,
    predictions: [
      { label: 'fire', confidence: 0.7, ...place },
      { label: 'smoke', confidence: 0.9, ...place },
    ],
  };
  const nextAsked = (): Promise<void> => new Promise((resolve) => (onAsked = resolve));

  test('it is asked for its models, and the one that finds fire is asked too, where that is wanted', async () => {
    answer = byPath({
      '/v1/vision/custom/list': { success: true, models: ['ipcam-general', 'fire-net'], moduleId: 'ObjectDetectionYOLOv5-6.2' },
      '/v1/vision/detection': found,
      '/v1/vision/custom/fire-net': burning,
    });
    const listed = nextAsked();
    const { detector, look } = setUp({ finds: null }, { findings: ['fire', 'smoke'] });
    await listed;
    await expect.poll(() => detector.finds()).toEqual(['fire']);
    // Smoke is not said to be found by it.
    expect(await look()).toMatchObject({ objects: [person], findings: [{ type: 'fire', score: 0.7, box: person.box }] });
    expect(asked.map(({ path }) => path)).toEqual(['/v1/vision/custom/list', '/v1/vision/detection', '/v1/vision/custom/fire-net']);
    detector.close();
  });

  test('without a list, as DeepStack is, it finds objects only', async () => {
    answer = byPath({ '/v1/vision/detection': burning });
    const listed = nextAsked();
    const { detector, look } = setUp({ finds: null }, { findings: ['fire'] });
    await listed;
    expect(detector.finds()).toEqual([]);
    expect(await look()).toMatchObject({ objects: [] });
    expect(asked.map(({ path }) => path)).toEqual(['/v1/vision/custom/list', '/v1/vision/detection']);
    detector.close();
  });

  test('the usual model may find fire, with one question; no fire is an empty answer', async () => {
    const { detector, look } = setUp({ finds: [{ type: 'fire', model: null }] }, { findings: ['fire'], isWithoutObjects: true });
    answer = json(burning);
    expect((await look())?.findings).toEqual([{ type: 'fire', score: 0.7, box: person.box }]);
    answer = json(found);
    expect((await look())?.findings).toEqual([]);
    expect(asked).toHaveLength(2);
    detector.close();
  });

  test('a model that is missing is named, and the others go on', async () => {
    const finds = [{ type: 'fire', model: 'fire-net' }] as const;
    answer = byPath({ '/v1/vision/detection': found });
    const { detector, look } = setUp({ finds }, { findings: ['fire'] });
    for (let time = 0; time < 4; time++) expect((await look())?.objects).toEqual([person]);
    expect(detector.engineOf('fire')).toMatchObject({ state: 'failing', reason: 'not-found' });
    expect(detector.engine()).toEqual({ state: 'ready' });
    expect(asked.filter(({ path }) => path.includes('fire-net'))).toHaveLength(3);
  });

  test('it hears what it says that it hears, and is left alone when it fails', async () => {
    const { detector, clock } = setUp({ finds: [{ type: 'babyCry', model: null }] });
    answer = json({
      success: true,
      predictions: [
        { label: 'Baby cry, infant cry', confidence: 0.8 },
        { label: 'Speech', confidence: 0.9 },
      ],
    });
    const box = { x: 0, y: 0, width: 1, height: 1 };
    expect(await detector.hear(Uint8Array.of(1))).toEqual([{ type: 'babyCry', score: 0.8, box }]);
    answer = json({ success: true, predictions: [{ label: 'Speech', confidence: 0.9 }] });
    expect(await detector.hear(Uint8Array.of(1))).toEqual([]);
    answer = json({}, 404);
    for (let time = 0; time < 4; time++) expect(await detector.hear(Uint8Array.of(1))).toBeNull();
    expect(detector.engineOf('babyCry')).toMatchObject({ state: 'failing', reason: 'not-found' });
    expect(detector.engine()).toEqual({ state: 'ready' });
    expect(asked).toHaveLength(5);
    clock.advance(10_000);
    answer = json({ success: true, predictions: [] });
    expect(await detector.hear(Uint8Array.of(1))).toEqual([]);
    expect(detector.engineOf('babyCry')).toEqual({ state: 'ready' });
    expect(await setUp().detector.hear(Uint8Array.of(1))).toBeNull();
  });

  test('one that is not there is named', async () => {
    const { detector, look } = setUp();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    for (let time = 0; time < 3; time++) await look();
    expect(detector.engine()).toMatchObject({ state: 'failing', reason: 'unreachable' });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
});
