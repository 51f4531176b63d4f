/**
 * Measures events of an account with fifty cameras: 10,000 a day for 30 days. Reports the duration of each query with all of them stored, the
 * longest delay of the event loop meanwhile, and the time from the picture to the event's row on the page: live, and for comparison polled every 5 s, as before.
 * Also the time from opening an event, as a tap on its message does, until its moment plays; and the grouping of a day of near cameras.
 * BENCH_QUICK=1 (--quick) takes fewer samples, and ends within four minutes.
 */
import { randomUUID } from 'node:crypto';
import { latestEvents } from '@watchpost/contract/endpoints/cameras';
import { countEvents, listEvents, markEventsSeen } from '@watchpost/contract/endpoints/events';
import type { EventPage } from '@watchpost/contract/schemas/events';
import { launchChromium } from '../../e2e/support/chromium.ts';
import { until } from '../../e2e/support/product.ts';
import { signInWithoutPage, storedSession } from '../../e2e/support/signed-in.ts';
import { stretchesOf } from '../../packages/reference-app/src/features/events/stretches/events-stretches.ts';
import { signIn } from '../support/account.ts';
import { withDatabase } from '../support/archive/month-archive.ts';
import { judgeGrouping, makeWalkedDay, placeOfCamera } from '../support/events/walks.ts';
import { figure, percentile, report } from '../support/report.ts';
import { startServer } from '../support/server.ts';

const isQuick = process.env['BENCH_QUICK'] === '1';
const rounds = Number(process.env['BENCH_ROUNDS'] ?? (isQuick ? 12 : 40));
const wanted = Number(process.env['BENCH_EVENTS'] ?? (isQuick ? 6 : 20));
const [day, days, aDay, cameras] = [86_400_000, 30, 10_000, 50];
const now = Date.now();

const server = await startServer();
const account = await signIn(server);
const cameraIds = Array.from({ length: cameras }, () => `cam_${randomUUID()}`);
withDatabase(server.dataDir, (database) => {
  const owner = String(database.prepare('select id from customers').get()?.['id']);
  database.exec('begin');
  const camera = database.prepare(
    `insert into cameras (id, owner_id, title, platform, source_kind, time_zone, archive_days, created_at) values (?, ?, 'Yard', 'Embedded', 'agent', 'Europe/Moscow', 60, 1)`,
  );
  for (const id of cameraIds) camera.run(id, owner);
  const event = database.prepare(
    `insert into events (id, camera_id, type, start_ms, end_ms, area, has_picture) values (?, ?, ?, ?, ?, '{"x":0.2,"y":0.2,"width":0.3,"height":0.3}', 0)`,
  );
  for (let index = 0; index < days * aDay; index++) {
    const start = now - Math.round((index * day) / aDay);
    event.run(`evt_${index}`, cameraIds[index % cameras] ?? '', index % 7 === 0 ? 'human' : 'motion', start, start + 8000);
  }
  database.exec('commit');
});

const timed = async (work: (round: number) => Promise<unknown>, times = rounds): Promise<number[]> => {
  const took: number[] = [];
  for (let round = 0; round < times; round++) {
    const since = performance.now();
    await work(round);
    took.push(performance.now() - since);
  }
  return took;
};
const maxWait = async (): Promise<number> =>
  Number(/^watchpost_event_loop_delay_seconds\{quantile="1"\} (\S+)/m.exec(await (await fetch(`${server.url}/metrics`)).text())?.[1]) *
  1000;

const today = { from: now - day, to: now + 1 };
await account.call(listEvents);
await maxWait();
const newest = await timed(() => account.call(listEvents, { query: { limit: 30 } }));
const ofDay = await timed(() => account.call(listEvents, { query: { ...today, limit: 30 } }));
// Everything that the fifty cameras have reported in 24 hours, page by page, as a list that is scrolled to its end.
let cursor: string | null = null;
const pagesOfDay = await timed(async () => {
  const page: EventPage = await account.call(listEvents, { query: { ...today, limit: 200, ...(cursor !== null && { cursor }) } });
  cursor = page.next;
}, aDay / 200);
const ofCameras = await timed((round) => {
  const of = cameraIds[round % cameras] ?? '';
  return account.call(listEvents, { query: { ...today, cameraId: of, limit: 30 } });
}, cameras);
const ofType = await timed(() => account.call(listEvents, { query: { ...today, type: 'human', limit: 30 } }));
const unseen = await timed(() => account.call(listEvents, { query: { ...today, isSeen: 'false', limit: 30 } }));
const deep = await timed((round) => account.call(listEvents, { query: { cursor: `${now - (10 + (round % 10)) * day}.evt_z`, limit: 30 } }));
const rare = await timed(() => account.call(listEvents, { query: { type: 'vehicle', limit: 30 } }), 10);
const latest = await timed(() => account.call(latestEvents));
const counts = await timed(() => account.call(countEvents, { query: today }));
const allCounts = await timed(() => account.call(countEvents), 10);
const waits = [await maxWait()];
const marking = await timed(() => account.call(markEventsSeen, { body: today }), 1);
const markingWait = [await maxWait()];
const seenCounts = await timed(() => account.call(countEvents, { query: today }));

await server.dispose();

// A day of near cameras, as Activities groups it.
const walked = makeWalkedDay(Date.UTC(2026, 10, 20));
const group = (): ReturnType<typeof stretchesOf> => stretchesOf(walked.events, (cameraId) => cameraId, placeOfCamera);
const grouping = await timed(async () => group());
const cards = group();
const judged = judgeGrouping(
  walked,
  cards.map(({ events }) => events.map(({ id }) => id)),
);

/** Measures the time from the visible picture to the row on the page, and from opening some of these events until they play, ms. */
async function fromPictureToPage(isLive: boolean): Promise<{ readonly shown: readonly number[]; readonly played: readonly number[] }> {
  const demo = await startServer({ WATCHPOST_DEMO: '1' });
  const browser = await launchChromium();
  try {
    const person = await signInWithoutPage(demo, 'owner@example.test');
    const { page } = await browser.newPage({ storageState: storedSession(person, demo.url) });
    if (!isLive) await page.routeWebSocket(/\/mqtt$/, (socket) => void socket.close());
    await page.goto(`${demo.url}/activities`);
    await page.locator('.activities').waitFor();
    await page.evaluate(() => {
      const delays: number[] = [];
      const known = new Set<string>();
      new MutationObserver(() => {
        for (const row of document.querySelectorAll<HTMLElement>('[data-event]')) {
          const { event = '', at = '' } = row.dataset;
          if (known.has(event)) continue;
          known.add(event);
          delays.push(Date.now() - Number(at));
        }
      }).observe(document.body, { subtree: true, childList: true });
      Object.assign(globalThis, { delays });
    });
    const read = (): Promise<number[]> => page.evaluate(() => Reflect.get(globalThis, 'delays') as number[]);
    await until(`${wanted} events`, async () => (await read()).length >= wanted, 600_000);
    const shown = (await read()).slice(0, wanted);
    const { events } = isLive ? await person.client.events.list({ limit: wanted }) : { events: [] };
    person.client.dispose();
    const played: number[] = [];
    // A tap opens this address, in a browser that has the app already.
    for (const { cameraId, startAt } of events) {
      await page.goto(`${demo.url}/cameras/${cameraId}?t=${startAt}`, { waitUntil: 'commit' });
      const playing = await page.waitForFunction(
        () => {
          const video = document.querySelector('video');
          return video && !video.paused && video.readyState >= 3 && video.getVideoPlaybackQuality().totalVideoFrames > 1
            ? performance.now()
            : 0;
        },
        null,
        { timeout: 20_000, polling: 20 },
      );
      played.push(await playing.jsonValue());
    }
    return { shown, played };
  } finally {
    await browser.close();
    await demo.dispose();
  }
}
const { shown: live, played } = await fromPictureToPage(true);
const { shown: asking } = await fromPictureToPage(false);

const quick = { of: 'p95', atMost: 50 } as const;
report('events', [
  figure('newest page of all cameras, 300,000 events', 'ms', newest, quick),
  figure('first page of a day of 10,000', 'ms', ofDay, quick),
  figure('every page of 200 of the last 24 hours, 50 cameras', 'ms', pagesOfDay, { of: 'p95', atMost: 100 }),
  figure('24 hours of one camera', 'ms', ofCameras, { of: 'p95', atMost: 100 }),
  figure('24 hours, people only', 'ms', ofType, { of: 'p95', atMost: 100 }),
  figure('24 hours, what has not been seen', 'ms', unseen, { of: 'p95', atMost: 100 }),
  figure('a page 10 to 20 days back', 'ms', deep, quick),
  figure('a kind that never happened', 'ms', rare, quick),
  figure('newest of each of 50 cameras', 'ms', latest, quick),
  figure('counts of a day of 10,000', 'ms', counts, quick),
  figure('the same, all of them seen', 'ms', seenCounts, quick),
  figure('counts of all 300,000', 'ms', allCounts),
  figure('event loop meanwhile, the longest wait', 'ms', waits),
  figure('a day of 10,000 marked as seen', 'ms', marking),
  figure('event loop meanwhile, the longest wait', 'ms', markingWait),
  figure('a day of 10,000 events of near cameras, grouped', 'ms', grouping, { of: 'p95', atMost: 100 }),
  figure(`walks past five cameras that became more than one card, of ${walked.walks.length}`, 'walks', [judged.split], {
    of: 'p95',
    atMost: 0,
  }),
  figure('cards with people of more than one walk', 'cards', [judged.mixed], { of: 'p95', atMost: 0 }),
  figure('beside it: cards of these 10,000 events', 'cards', [cards.length]),
  figure('from opening an event until its moment plays', 'ms', played, { of: 'p95', atMost: 1500 }),
  figure('from the picture to the page, live', 'ms', live, { of: 'p95', atMost: 1000 }),
  figure('peer: by asking every 5 s', 'ms', asking),
]);
if (percentile(live, 0.5) > percentile(asking, 0.5))
  throw new Error('Polling was faster than the live updates, which therefore do not work.');
