import { archivePlaylist, downloadClip, getFootage } from '@watchpost/contract/endpoints/archive';
import { livePlaylist } from '@watchpost/contract/endpoints/player';
import { fillPath } from '@watchpost/contract/kernel';
import { footageSchema } from '@watchpost/contract/schemas/archive';
import { afterAll, beforeAll, describe, test, vi } from 'vitest';
import { startAuthorizingProxy, type AuthorizingProxy } from '../../testing/players/authorizing-proxy.ts';
import { outsidePlayers, playOutside } from '../../testing/players/outside-players.ts';
import { startSceneAgent, type SceneAgent } from '../../testing/players/scene-agent.ts';
import { encodeScene } from '../../testing/scene-samples.ts';
import { startTestServer, type TestServer, type TestSession } from '../../testing/test-server.ts';
import { atMost } from '../../../../../tooling/tests/slow-machine.ts';

const missing = process.env['WATCHPOST_TEST_MISSING']?.split(',') ?? [];
const scene = encodeScene();
const seconds = 6;

describe.skipIf(!scene)('third-party players on a real server', () => {
  let server: TestServer;
  let owner: TestSession;
  let camera: SceneAgent;
  let proxy: AuthorizingProxy;
  /** Start of the recording, Unix ms. */
  let from: number;

  beforeAll(async () => {
    if (!scene) return;
    server = await startTestServer();
    owner = await server.signIn('owner@example.com');
    camera = await startSceneAgent(server, owner, scene);
    proxy = await startAuthorizingProxy(server.url, owner.access_token);
    from = await vi.waitUntil(recordedFrom, { timeout: atMost(30_000), interval: 500 });
  });
  afterAll(async () => {
    proxy.close();
    camera.stop();
    await server.close();
  });

  /** Returns where footage of enough seconds begins; 0 while it is shorter. */
  async function recordedFrom(): Promise<number> {
    const now = Date.now();
    const path = fillPath(getFootage.path, { id: camera.cameraId });
    const { recordings } = footageSchema.parse(
      await (await server.call({ method: 'GET', path: `${path}?from=${now - 60_000}&to=${now}` }, { headers: owner.headers })).json(),
    );
    const [first] = recordings;
    return first && first.to - first.from >= (seconds + 2) * 1000 ? first.from : 0;
  }
  const address = ({ path }: { path: string }, query = ''): string => `${proxy.url}${fillPath(path, { id: camera.cameraId })}${query}`;
  // At the start of a live stream, a player without low latency support skips something while it settles its distance.
  const places = [
    { place: 'archive HLS', url: () => address(archivePlaylist, `?from=${from}&to=${from + seconds * 1000}`), least: seconds - 1 },
    { place: 'a clip', url: () => address(downloadClip, `?from=${from}&to=${from + seconds * 1000}`), least: seconds - 1 },
    { place: 'live HLS', url: () => address(livePlaylist), least: 2 },
  ];

  test.concurrent.for(outsidePlayers)(
    '$name plays picture and sound of archive HLS, a clip and live HLS',
    async (player, { expect, skip }) => {
      skip(missing.includes(player.name.toLowerCase()), `${player.name} is not installed`);
      const played = await Promise.all(
        places.map(async ({ place, url, least }) => ({ place, least, ...(await playOutside(player, url(), seconds)) })),
      );
      for (const { place, least, pictures, soundSeconds } of played) {
        expect.soft(pictures, `pictures of ${place}`).toBeGreaterThanOrEqual(least * 10);
        expect.soft(soundSeconds, `seconds of sound of ${place}`).toBeGreaterThanOrEqual(least);
      }
    },
  );
});
