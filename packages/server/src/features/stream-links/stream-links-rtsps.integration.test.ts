import { createStreamLink } from '@watchpost/contract/endpoints/stream-links';
import { streamLinkSchema, type StreamLink } from '@watchpost/contract/schemas/stream-links';
import { systemClock as clock } from '@watchpost/contract/timing/clock';
import { readOnvifCamera } from '@watchpost/onvif';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createNetworkPolicy } from '../../kernel/network/network-policy.ts';
import { makeCertificate } from '../../testing/certificate.ts';
import { outsidePlayers, playOutside } from '../../testing/players/outside-players.ts';
import { startSceneAgent, type SceneAgent } from '../../testing/players/scene-agent.ts';
import { encodeScene } from '../../testing/scene-samples.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

const scene = encodeScene();
const seconds = 4;

describe.skipIf(!scene)('a server with a certificate for RTSP', () => {
  let folder: string;
  let server: TestServer;
  let camera: SceneAgent;
  let urls: StreamLink['urls'];
  let rtspUrl: string;

  beforeAll(async () => {
    if (!scene) return;
    folder = await mkdtemp(join(tmpdir(), 'watchpost-rtsps-'));
    const [certFile, keyFile] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
    const { cert, key } = await makeCertificate();
    await Promise.all([writeFile(certFile, cert), writeFile(keyFile, key)]);
    server = await startTestServer({ rtspPort: 0, onvifPort: 0, rtspCertificate: { certFile, keyFile } });
    const owner = await server.signIn('owner@example.com');
    camera = await startSceneAgent(server, owner, scene);
    const body = { name: 'Recorder', cameraId: camera.cameraId, withAudio: true, withOnvif: true };
    ({ urls } = streamLinkSchema.parse(await (await server.call(createStreamLink, { headers: owner.headers, body })).json()));
    rtspUrl = urls.rtsp?.replace('localhost', '127.0.0.1') ?? '';
  });
  afterAll(async () => {
    camera.stop();
    await server.close();
    await rm(folder, { recursive: true });
  });

  test('plays to FFmpeg by RTSPS, with sound, and to nobody by plain RTSP', async () => {
    expect(rtspUrl).toMatch(/^rtsps:\/\//);
    const ffmpeg = outsidePlayers.find(({ name }) => name === 'FFmpeg');
    if (!ffmpeg) throw new Error('FFmpeg is not among the players.');
    const { pictures, soundSeconds } = await playOutside(ffmpeg, rtspUrl, seconds);
    expect(pictures).toBeGreaterThanOrEqual((seconds - 2) * 10);
    expect(soundSeconds).toBeGreaterThanOrEqual(seconds - 2);
    expect((await playOutside(ffmpeg, rtspUrl.replace('rtsps:', 'rtsp:'), 1)).pictures).toBe(0);
  });

  test('is an ONVIF device by HTTPS, whose stream is encrypted, too', async () => {
    const address = urls.onvif?.replace('localhost', '127.0.0.1') ?? '';
    expect(address).toMatch(/^https:\/\//);
    const { username, password, port } = new URL(rtspUrl);
    const network = createNetworkPolicy({ allowPrivate: true, allowLoopback: true });
    const { url } = await readOnvifCamera({ address, username, password, clock, network });
    expect(url).toBe(`rtsps://127.0.0.1:${port}/${camera.cameraId}`);
  });
});
