/**
 * Measures the timeline's requests when a page opens: footage, days and events of 30 days, on a server that is recording. One camera recorded
 * continuously (648,000 segments), another only on motion, 10,000 times. For comparison, the same without joined rows: all segments.
 */
import { randomUUID } from 'node:crypto';
import { getArchiveDays, getFootage } from '@watchpost/contract/endpoints/archive';
import { getEventTimeline, listEvents } from '@watchpost/contract/endpoints/events';
import { clockClip } from '../support/archive/clip.ts';
import { startMonthArchive, withDatabase } from '../support/archive/month-archive.ts';
import { figure, percentile, report } from '../support/report.ts';

const rounds = Number(process.env['BENCH_ROUNDS'] ?? 40);
const day = 86_400_000;
const motions = 10_000;

const month = await startMonthArchive(await clockClip(), { spots: 1, length: 12_000 });
const { server, account, cameraId, from, to } = month;
const moving = seedMotion();
const query = { from, to };
const dates = { from: date(from), to: date(to) };

const timed = async (work: () => Promise<unknown>): Promise<number[]> => {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const since = performance.now();
    await work();
    times.push(performance.now() - since);
  }
  return times;
};
const loopDelay = async (): Promise<number> => {
  const text = await (await fetch(`${server.url}/metrics`)).text();
  return Number(/^watchpost_event_loop_delay_seconds\{quantile="1"\} (\S+)/m.exec(text)?.[1]) * 1000;
};
await account.call(getFootage, { params: { id: cameraId }, query });
await loopDelay();
const always = await timed(() => account.call(getFootage, { params: { id: cameraId }, query }));
const days = await timed(() => account.call(getArchiveDays, { params: { id: cameraId }, query: dates }));
const delays = [await loopDelay()];
const motion = await timed(() => account.call(getFootage, { params: { id: moving }, query }));
const motionDays = await timed(() => account.call(getArchiveDays, { params: { id: moving }, query: dates }));
const motionDelay = await loopDelay();
const events = await timed(() =>
  account.call(getEventTimeline, { params: { id: moving }, query: { ...query, step: Math.ceil((to - from) / 1500) } }),
);
const page = await timed(() => account.call(listEvents, { query: { cameraId: moving, limit: 50 } }));
const eventsDelay = await loopDelay();

const peer: number[] = [];
withDatabase(server.dataDir, (database) => {
  const all = database.prepare(
    'select start_ms, duration_ms from segments where camera_id = ? and start_ms >= ? and start_ms < ? order by start_ms',
  );
  for (let round = 0; round < 5; round += 1) {
    const since = performance.now();
    all.all(cameraId, from, to);
    peer.push(performance.now() - since);
  }
});
await month.stop();

const promise = { of: 'p95', atMost: 150 } as const;
report('timeline-query', [
  figure('footage of 30 days, recorded all the time', 'ms', always, promise),
  figure('days of 30 days, recorded all the time', 'ms', days, promise),
  figure(`footage of 30 days, ${motions} recordings of motion`, 'ms', motion, promise),
  figure('days of the same', 'ms', motionDays, promise),
  figure(`marks of ${motions} events in 30 days`, 'ms', events, promise),
  figure('newest page of them', 'ms', page, promise),
  figure('event loop meanwhile, the longest wait: all the time', 'ms', delays),
  figure('event loop, recordings of motion', 'ms', [motionDelay]),
  figure('event loop, events', 'ms', [eventsDelay]),
  figure('peer: reading every segment of the month', 'ms', peer),
]);
console.log(`p50 of footage ${percentile(always, 0.5).toFixed(1)} ms`);

/** Adds a second camera to the account. */
function seedMotion(): string {
  const id = `cam_${randomUUID()}`;
  withDatabase(server.dataDir, (database) => {
    database.exec('begin immediate');
    database
      .prepare(
        "insert into cameras (id, owner_id, title, platform, source_kind, source_sealed, serial_number, model, time_zone, archive_days, created_at) select ?, owner_id, 'Gate', 'Embedded', 'agent', null, 'S-1', null, 'Europe/Berlin', 31, ? from cameras where id = ?",
      )
      .run(id, from, cameraId);
    const footage = database.prepare('insert into footage (camera_id, start_ms, end_ms) values (?, ?, ?)');
    const event = database.prepare(
      'insert into events (id, camera_id, type, start_ms, end_ms, area, has_picture) values (?, ?, ?, ?, ?, \'{"x":0,"y":0,"width":1,"height":1}\', 0)',
    );
    const kinds = ['motion', 'human', 'vehicle', 'lineCrossing'];
    const step = (to - from) / motions;
    for (let index = 0; index < motions; index += 1) {
      const start = Math.floor(from + index * step);
      footage.run(id, start, start + 30_000);
      event.run(`evt_${randomUUID()}`, id, kinds[index % kinds.length] ?? 'motion', start + 10_000, start + 20_000);
    }
    database.prepare("insert into camera_outages (camera_id, started_at, ended_at, reason) values (?, ?, null, 'no-motion')").run(id, from);
    database.exec('commit');
  });
  return id;
}

function date(at: number): string {
  return new Date(at - (at % day)).toISOString().slice(0, 10);
}
