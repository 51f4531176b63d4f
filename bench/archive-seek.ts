/**
 * How long a seek in an hour of footage takes: from the call until a frame of that moment is presented, in the browser, 50 random moments.
 * Beside it hls.js with its defaults on the same recordings, as the playlist that the server gives to any player.
 */
import { fillPath } from '@watchpost/contract/kernel';
import { archivePlaylist } from '@watchpost/contract/endpoints/archive';
import { launchBrowser } from '../e2e/support/chromium.ts';
import { until } from '../e2e/support/product.ts';
import { signIn } from './support/account.ts';
import { startReplayCameras } from './support/cameras.ts';
import { clockClip } from './support/clip.ts';
import { makeArchive } from './support/make-archive.ts';
import { emptyCameraPage, hlsPage } from './support/pages.ts';
import { figure, report } from './support/report.ts';
import { startServer } from './support/server.ts';
import { startSite } from './support/site.ts';

const seeks = Number(process.env['BENCH_SEEKS'] ?? 50);
const hour = 3_600_000;

const clip = await clockClip();
const loop = clip.seconds * 1000;
const cameras = await startReplayCameras(clip);
const server = await startServer();
const account = await signIn(server);
const cameraId = await account.addCamera(cameras.address('camera'), 'Camera');
await account.online(cameraId);
await server.stop();
const from = Math.floor((Date.now() - 2 * hour) / loop) * loop;
const archive = { from, to: from + hour, loop };
await makeArchive({ dataDir: server.dataDir, cameraId, clip, from, loops: hour / loop });
await server.start();
await until('the hour to be in the index', async () => {
  const { recordings } = await account.footage(cameraId, archive.from, archive.to);
  return recordings.length === 1 && recordings[0]?.to === archive.to;
}, 30_000);

const site = await startSite();
const token = await account.embedToken(cameraId, { origin: site.origin, withArchive: true });
const browser = await launchBrowser();
const own = await browser.newPage();
await own.page.goto(emptyCameraPage(site, server.url));
const ours = await own.page.evaluate(([options, footage, count]) => bench.timeCameraSeeks(options, footage, count), [{ server: server.url, cameraId, token }, archive, seeks] as const);
await own.context.close();

const playlist = `${server.url}${fillPath(archivePlaylist.path, { id: cameraId })}?from=${archive.from}&to=${archive.to}`;
const peer = await browser.newPage();
await peer.page.goto(hlsPage(site));
const theirs = await peer.page.evaluate(
  ([url, headers, footage, count]) => bench.timeHlsSeeks(url, headers, footage, count),
  [playlist, { Authorization: `Bearer ${token}` }, archive, seeks] as const,
);
await browser.close();
await site.close();
await server.dispose();
await cameras.stop();

report('archive-seek', [
  figure('a random moment of an hour, half of the seeks', 'ms', ours, { of: 'median', atMost: 200 }),
  figure('a random moment of an hour, nearly all seeks', 'ms', ours, { of: 'p95', atMost: 400 }),
  figure('hls.js on the same footage', 'ms', theirs),
]);
