/**
 * Measures that a picture waits for nothing but the picture: the time until it moves (the second presented frame) of cameras whose sound
 * never comes, is transcoded and never comes, can't be set up, or has ended, and whose pictures are wrapped oddly; live, by low-latency
 * HLS, from the archive and as a clip, muted and not. For comparison, a camera without oddities.
 */
import { fillPath } from '@watchpost/contract/kernel';
import { downloadClip } from '@watchpost/contract/endpoints/archive';
import { fieldCases, startFieldCamera } from '@watchpost/server/testing';
import { until } from '../../e2e/support/product.ts';
import { signIn } from '../support/account.ts';
import { launchEngine } from '../support/engine.ts';
import { emptyCameraPage } from '../support/pages.ts';
import { figure, report, type Figure } from '../support/report.ts';
import { startServer } from '../support/server.ts';
import { startSite } from '../support/site.ts';
import { sleep } from '../support/waiting.ts';

const rounds = Number(process.env['BENCH_ROUNDS'] ?? 5);
/** As the issue of such cameras has it: nobody waits longer for a picture. */
const promise = { of: 'maximum', atMost: 2000 } as const;
const plain = 'plain-aac';
const odd: readonly string[] = ['aac-silent', 'pcma-silent', 'aac-refused', 'aac-stops', 'annexb-in-fu', 'two-sps-ids'];
/** Behind the end of the sound that stops after 3 s. */
const recordedMs = 12_000;

const server = await startServer();
const account = await signIn(server);
const site = await startSite();
const cameras = await Promise.all(
  fieldCases
    .filter(({ name }) => name === plain || odd.includes(name))
    .map(async (fieldCase) => {
      const source = await startFieldCamera(fieldCase);
      const id = await account.addCamera(source.url, fieldCase.name);
      await account.online(id);
      return {
        name: fieldCase.name,
        id,
        source,
        token: await account.embedToken(id, { origins: [site.origin], archive: { kind: 'all' }, withAudio: true }),
      };
    }),
);
const recorded = new Map<string, number>();
for (const { id } of cameras) {
  const first = await until('footage', async () => {
    const [recording] = (await account.footage(id, Date.now() - 600_000, Date.now())).recordings;
    return recording !== undefined && recording.to - recording.from >= recordedMs && recording.from;
  });
  recorded.set(id, first);
}

const browser = await launchEngine();
const { page, context } = await browser.newPage();
await page.goto(emptyCameraPage(site, server.url));

type Camera = (typeof cameras)[number];
type Way = (camera: Camera, withSound: boolean) => Promise<{ readonly moving: number }>;
const inPage = ({ id, token }: Camera, withSound: boolean) => ({ server: server.url, cameraId: id, token, withSound });
/** The seconds before and behind the end of the sound that stops. */
const startOf = ({ id }: Camera): number => (recorded.get(id) ?? 0) + 500;
const ways: Readonly<Record<string, Way>> = {
  live: (camera, withSound) =>
    page.evaluate((options) => bench.timeCamera(options), { ...inPage(camera, withSound), transport: 'websocket' as const }),
  'low-latency HLS': (camera, withSound) =>
    page.evaluate((options) => bench.timeCamera(options), { ...inPage(camera, withSound), transport: 'hls' as const }),
  archive: (camera, withSound) =>
    page.evaluate((options) => bench.timeCamera(options), { ...inPage(camera, withSound), time: startOf(camera) }),
  clip: (camera, withSound) => {
    const from = startOf(camera);
    const path = fillPath(downloadClip.path, { id: camera.id });
    const options = { url: `${server.url}${path}?from=${from}&to=${from + recordedMs - 1000}`, token: camera.token, withSound };
    return page.evaluate((given) => bench.timeClip(given), options);
  },
};

const figures: Figure[] = [];
for (const [way, time] of Object.entries(ways))
  for (const withSound of [true, false]) {
    const [ofOdd, ofPlain]: [number[], number[]] = [[], []];
    for (const camera of cameras) {
      // The first player opens the page's connection; it is not counted.
      await time(camera, withSound);
      for (let round = 0; round < rounds; round += 1) {
        await sleep(100 + Math.random() * 500);
        (camera.name === plain ? ofPlain : ofOdd).push((await time(camera, withSound)).moving);
      }
    }
    const wanted = withSound ? 'sound wanted' : 'muted';
    figures.push(figure(`${way}, ${wanted}, until it moves`, 'ms', ofOdd, promise));
    figures.push(figure(`${way}, ${wanted}, a camera without oddities`, 'ms', ofPlain));
  }

await context.close();
await browser.close();
await site.close();
await server.dispose();
await Promise.all(cameras.map(({ source }) => source.close()));
report('odd-cameras', figures);
