/**
 * Measures a seek in 30 days of footage: from the call until the browser presents a frame of that moment, for 50 random moments across
 * the month. For comparison, hls.js with its defaults on its last quarter of an hour, with the playlist that the server serves to any player.
 */
import { fillPath } from '@watchpost/contract/kernel';
import { archivePlaylist } from '@watchpost/contract/endpoints/archive';
import { clockClip } from '../support/archive/clip.ts';
import { startMonthArchive } from '../support/archive/month-archive.ts';
import { launchEngine, openPage } from '../support/engine.ts';
import { emptyCameraPage, hlsPage } from '../support/pages.ts';
import { figure, report } from '../support/report.ts';
import { startSite } from '../support/site.ts';

const seeks = Number(process.env['BENCH_SEEKS'] ?? 50);
const hour = 3_600_000;

const month = await startMonthArchive(await clockClip(), { spots: 30, length: 60_000, longSpot: hour / 4 });
const { server, account, cameraId, from, to, loop, spots } = month;
const archive = { from, to, loop, spots };
/** hls.js stops at missing files. */
const whole = { from: to - hour / 4, to, loop };

const site = await startSite();
const token = await account.embedToken(cameraId, { origins: [site.origin], archive: { kind: 'all' } });
const browser = await launchEngine();
const own = await openPage(browser);
await own.page.goto(emptyCameraPage(site, server.url));
const ours = await own.page.evaluate(({ options, footage, count }) => bench.timeCameraSeeks(options, footage, count), {
  options: { server: server.url, cameraId, token },
  footage: archive,
  count: seeks,
});
await own.close();

const playlist = `${server.url}${fillPath(archivePlaylist.path, { id: cameraId })}?from=${whole.from}&to=${to}`;
const peer = await openPage(browser);
await peer.page.goto(hlsPage(site));
const theirs = await peer.page.evaluate(({ url, headers, footage, count }) => bench.timeHlsSeeks(url, headers, footage, count), {
  url: playlist,
  headers: { Authorization: `Bearer ${token}` },
  footage: whole,
  count: seeks,
});
await peer.close();
await browser.close();
await site.close();
await month.stop();

report('archive-seek', [
  figure('a random moment of 30 days, half of the seeks', 'ms', ours, { of: 'median', atMost: 70 }),
  figure('a random moment of 30 days, nearly all seeks', 'ms', ours, { of: 'p95', atMost: 150 }),
  figure('hls.js, a random moment of its last quarter of an hour', 'ms', theirs),
]);
