import { createStreamLink, getStreamOutputs, revokeStreamLink, updateStreamLink } from '@watchpost/contract/endpoints/stream-links';
import { fillPath } from '@watchpost/contract/kernel';
import { streamLinkSchema, streamOutputsSchema, type StreamLink } from '@watchpost/contract/schemas/stream-links';
import { systemClock as clock } from '@watchpost/contract/timing/clock';
import { readOnvifCamera, readOnvifSnapshot } from '@watchpost/onvif';
import { createRequire } from 'node:module';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createNetworkPolicy } from '../../kernel/network/network-policy.ts';
import { faultCodes, soapRequest, tokenHeader } from '../../testing/onvif/onvif-requests.ts';
import { outsidePlayers, playUntil } from '../../testing/players/outside-players.ts';
import { startSceneAgent, type SceneAgent } from '../../testing/players/scene-agent.ts';
import { encodeScene } from '../../testing/scene-samples.ts';
import { startTestServer, type TestServer, type TestSession } from '../../testing/test-server.ts';
import { atMost } from '../../../../../tooling/tests/slow-machine.ts';

/** The client of the npm package onvif, as far as a recorder needs it. */
interface Recorder {
  readonly profiles: readonly { readonly name: string; readonly $: { readonly token: string } }[];
  readonly videoSources: readonly { readonly $: { readonly token: string } }[];
  getDeviceInformation(done: (error: Error | null, device: Readonly<Record<string, string>>) => void): void;
  getStreamUri(options: object, done: (error: Error | null, answer: { readonly uri: string }) => void): void;
  getSnapshotUri(options: object, done: (error: Error | null, answer: { readonly uri: string }) => void): void;
}
const require = createRequire(import.meta.url);
const { Cam }: { readonly Cam: new (options: object, done: (this: Recorder, error: Error | null) => void) => Recorder } = require('onvif');

// Larger than a substream: a recorder sees two profiles that differ.
const scene = encodeScene({ size: '1280x720' });
const ffmpeg = outsidePlayers.find(({ name }) => name === 'FFmpeg');
const network = createNetworkPolicy({ allowPrivate: true, allowLoopback: true });

describe.skipIf(!scene)('a recorder that adds a stream link by ONVIF', () => {
  let server: TestServer;
  let owner: TestSession;
  let camera: SceneAgent;
  let link: StreamLink;

  const create = async (over: object = {}): Promise<StreamLink> => {
    const body = { name: 'Recorder', cameraId: camera.cameraId, withAudio: true, withOnvif: true, ...over };
    return streamLinkSchema.parse(await (await server.call(createStreamLink, { headers: owner.headers, body })).json());
  };
  const change = (endpoint: typeof updateStreamLink | typeof revokeStreamLink, id: string, body?: object) =>
    server.call({ ...endpoint, path: fillPath(endpoint.path, { id }) }, { headers: owner.headers, ...(body && { body }) });
  const accessTo = ({ urls }: StreamLink) => {
    const { username, password } = new URL(urls.rtsp ?? '');
    return { address: urls.onvif?.replace('localhost', '127.0.0.1') ?? '', username, password, clock, network };
  };
  const withCredentials = (url: string): string => url.replace('://', `://${accessTo(link).username}:${accessTo(link).password}@`);
  /** Connects the client of the npm package. */
  const connect = (options: object): Promise<Recorder> => {
    const { address, username, password } = accessTo(link);
    const { hostname, port, pathname } = new URL(address);
    const { promise, resolve, reject } = Promise.withResolvers<Recorder>();
    void new Cam({ hostname, port: Number(port), path: pathname, username, password, timeout: 5000, ...options }, function (error) {
      if (error) reject(error);
      else resolve(this);
    });
    return promise;
  };

  beforeAll(async () => {
    if (!scene) return;
    server = await startTestServer({ rtspPort: 0, onvifPort: 0 });
    owner = await server.signIn('owner@example.com');
    camera = await startSceneAgent(server, owner, scene);
    link = await create();
    await vi.waitUntil(async () => (await fetch(link.urls.hls ?? '')).ok, { timeout: atMost(30_000), interval: 500 });
  });
  afterAll(async () => {
    camera.stop();
    await server.close();
  });

  test('our own client finds both streams, which FFmpeg plays, and the snapshot', { timeout: atMost(120_000) }, async () => {
    const found = await readOnvifCamera(accessTo(link));
    const rtsp = new URL(link.urls.rtsp ?? '');
    expect(found).toMatchObject({
      device: { manufacturer: 'Watchpost', serialNumber: link.id },
      url: `rtsp://127.0.0.1:${rtsp.port}/${camera.cameraId}`,
      lowUrl: `rtsp://127.0.0.1:${rtsp.port}/${camera.cameraId}/low`,
    });
    if (!ffmpeg) throw new Error('FFmpeg is not among the players.');
    for (const url of [found.url, found.lowUrl ?? '']) {
      const play = (least: { readonly pictures: number; readonly soundSeconds: number }, limitMs: number) =>
        playUntil(ffmpeg, withCredentials(url), least, limitMs);
      // The small stream is transcoded only for viewers, and for ten seconds after the last one.
      const hasBegun = async (): Promise<boolean> => (await play({ pictures: 1, soundSeconds: 0 }, atMost(10_000))).pictures > 0;
      await vi.waitUntil(hasBegun, { timeout: atMost(30_000), interval: 500 });
      const { pictures, soundSeconds } = await play({ pictures: 20, soundSeconds: 2 }, atMost(20_000));
      expect(pictures).toBeGreaterThanOrEqual(20);
      expect(soundSeconds).toBeGreaterThanOrEqual(2);
    }
    const jpeg = await readOnvifSnapshot({ ...accessTo(link), signal: AbortSignal.timeout(atMost(10_000)) });
    expect(Buffer.from(jpeg).subarray(0, 3)).toEqual(Buffer.of(0xff, 0xd8, 0xff));
  });

  test('our own client reports a wrong password', async () => {
    await expect(readOnvifCamera({ ...accessTo(link), password: 'wrong' })).rejects.toMatchObject({ code: 'camera-wrong-password' });
  });

  test.each([
    ['its own address', {}],
    ['the address that cameras usually have', { path: '/onvif/device_service' }],
  ])('a client that is not ours (npm package onvif) gets profiles, streams and the snapshot at %s', async (_, options) => {
    const recorder = await connect(options);
    expect(recorder.profiles.map(({ $ }) => $.token)).toEqual(['full', 'low']);
    expect(recorder.videoSources.map(({ $ }) => $.token)).toEqual(['video']);
    const call = <T>(ask: (done: (error: Error | null, answer: T) => void) => void): Promise<T> =>
      new Promise((resolve, reject) => ask((error, answer) => (error ? reject(error) : resolve(answer))));
    expect(await call((done) => recorder.getDeviceInformation(done))).toMatchObject({ manufacturer: 'Watchpost', serialNumber: link.id });
    const stream = await call<{ uri: string }>((done) => recorder.getStreamUri({ protocol: 'RTSP', profileToken: 'low' }, done));
    expect(stream.uri).toMatch(new RegExp(`^rtsp://127\\.0\\.0\\.1:\\d+/${camera.cameraId}/low$`));
    const { uri } = await call<{ uri: string }>((done) => recorder.getSnapshotUri({ profileToken: 'full' }, done));
    const picture = await fetch(uri);
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
  });

  test('only a link that says so is a device: for one that doesn’t, and one that ended, the answer is the same', async () => {
    const ask = async (access: Pick<ReturnType<typeof accessTo>, 'address' | 'username' | 'password'>): Promise<string> => {
      const { username, password, address } = access;
      const body = soapRequest('media', 'GetProfiles', { header: tokenHeader({ username, password, at: clock.now() }) });
      const answer = await fetch(address, { method: 'POST', body });
      return [answer.status, ...faultCodes(await answer.text())].join(' ');
    };
    const refused = '401 Sender NotAuthorized';
    const own = await create();
    const access = accessTo(own);
    expect(await ask(access)).toBe('200');
    for (const over of [{ withOnvif: false }, { withOnvif: true, formats: ['hls'] }]) {
      const changed = streamLinkSchema.parse(await (await change(updateStreamLink, own.id, over)).json());
      expect(changed.urls.onvif).toBeNull();
      expect(await ask(access)).toBe(refused);
    }
    await change(updateStreamLink, own.id, { formats: ['rtsp'] });
    expect(await ask(access)).toBe('200');
    await change(revokeStreamLink, own.id);
    expect(await ask(access)).toBe(refused);
    // The secret of one link opens no other.
    expect(await ask({ ...access, username: link.id })).toBe(refused);
    expect((await fetch(access.address.replace(/\w{10}\/device_service$/, `${own.id}${access.password}/snapshot.jpg`))).status).toBe(404);
    expect(server.logLines.join('\n')).not.toContain(access.password);
  });

  test('a link is no device unless it is created as one, and old clients need not know of it', async () => {
    const { withOnvif, urls } = await create({ withOnvif: undefined });
    expect([withOnvif, urls.onvif]).toEqual([false, null]);
    const outputs = await server.call(getStreamOutputs, { headers: owner.headers });
    expect(streamOutputsSchema.parse(await outputs.json())).toEqual({ rtsp: true, onvif: true });
  });
});
