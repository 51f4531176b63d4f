import { createStreamLink, revokeStreamLink } from '@watchpost/contract/endpoints/stream-links';
import { getAccessLog } from '@watchpost/contract/endpoints/sharing';
import { fillPath } from '@watchpost/contract/kernel';
import { accessLogPageSchema } from '@watchpost/contract/schemas/sharing';
import { streamLinkSchema, type StreamLink } from '@watchpost/contract/schemas/stream-links';
import { systemClock } from '@watchpost/contract/timing/clock';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createNetworkPolicy } from '../../kernel/network/network-policy.ts';
import { createRtspSource } from '../../media/ingest/rtsp/rtsp-source.ts';
import { outsidePlayers, playOutside } from '../../testing/players/outside-players.ts';
import { startSceneAgent, type SceneAgent } from '../../testing/players/scene-agent.ts';
import { encodeScene } from '../../testing/scene-samples.ts';
import { startTestServer, type TestServer, type TestSession } from '../../testing/test-server.ts';
import { atMost } from '../../../../../tooling/tests/slow-machine.ts';

const missing = process.env['WATCHPOST_TEST_MISSING']?.split(',') ?? [];
const scene = encodeScene();
const seconds = 4;
const network = createNetworkPolicy({ allowPrivate: true, allowLoopback: true });
const log = pino({ level: 'silent' });

describe.skipIf(!scene)('other software on a real server', () => {
  let server: TestServer;
  let owner: TestSession;
  let camera: SceneAgent;
  let link: StreamLink;

  const create = async (): Promise<StreamLink> => {
    const body = { name: 'Recorder', cameraId: camera.cameraId, withAudio: true };
    return streamLinkSchema.parse(await (await server.call(createStreamLink, { headers: owner.headers, body })).json());
  };
  const rtspUrl = ({ urls }: StreamLink): string => urls.rtsp?.replace('localhost', '127.0.0.1') ?? '';

  beforeAll(async () => {
    if (!scene) return;
    server = await startTestServer({ rtspPort: 0 });
    owner = await server.signIn('owner@example.com');
    camera = await startSceneAgent(server, owner, scene);
    link = await create();
    await vi.waitUntil(async () => (await fetch(link.urls.hls ?? '')).ok, { timeout: atMost(30_000), interval: 500 });
  });
  afterAll(async () => {
    camera.stop();
    await server.close();
  });

  test.concurrent.for(outsidePlayers)('$name plays HLS, and RTSP where it has that, with sound', async (player, { expect: soft, skip }) => {
    skip(missing.includes(player.name.toLowerCase()), `${player.name} is not installed`);
    // Debian builds VLC without RTSP.
    const addresses = player.name === 'VLC' ? [link.urls.hls ?? ''] : [link.urls.hls ?? '', rtspUrl(link)];
    const played = await Promise.all(addresses.map((address) => playOutside(player, address, seconds)));
    for (const { pictures, soundSeconds } of played) {
      soft.soft(pictures).toBeGreaterThanOrEqual((seconds - 2) * 10);
      soft.soft(soundSeconds).toBeGreaterThanOrEqual(seconds - 2);
    }
  });

  test('a snapshot is a JPEG', async () => {
    const answer = await fetch(link.urls.snapshot ?? '');
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
    expect(Buffer.from(await answer.arrayBuffer()).subarray(0, 3)).toEqual(Buffer.of(0xff, 0xd8, 0xff));
  });

  test('R24: a revoked link ends what plays by it within 10 s, and the log says what played', async () => {
    const { id, ...other } = await create();
    const source = createRtspSource({ url: rtspUrl({ id, ...other }), clock: systemClock, log, network });
    const seen = { pictures: 0, end: null as string | null };
    source.start({
      onTracks: () => undefined,
      onSample: () => void (seen.pictures += 1),
      onEnd: ({ code }) => void (seen.end = code),
    });
    await vi.waitUntil(() => seen.pictures > 20, { timeout: atMost(15_000) });
    await server.call({ ...revokeStreamLink, path: fillPath(revokeStreamLink.path, { id }) }, { headers: owner.headers });
    await vi.waitUntil(() => seen.end !== null, { timeout: atMost(10_000) });
    await source.stop();
    // The log is written some seconds after the end.
    const entryOf = async () => {
      const answer = await server.call(getAccessLog, { headers: owner.headers });
      const { entries } = accessLogPageSchema.parse(await answer.json());
      return entries.find(
        ({ kind, who, until }) => kind === 'live' && who.kind === 'stream-link' && who.streamLinkId === id && until !== null,
      );
    };
    const entry = await vi.waitUntil(entryOf, { timeout: atMost(20_000), interval: 500 });
    expect(entry).toMatchObject({ who: { name: 'Recorder' }, grant: { kind: 'stream-link', name: 'Recorder' } });
  });
});
