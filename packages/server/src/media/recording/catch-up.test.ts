import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AgentMissedSpan, AgentSample, AgentTracks } from '@watchpost/contract/protocols/agent';
import { createManualClock } from '@watchpost/contract/testing';
import { pino } from 'pino';
import { afterEach, expect, test } from 'vitest';
import { createTestDatabase } from '../../testing/databases.ts';
import { insertCamera, insertCustomer } from '../../testing/people.ts';
import { createArchive } from '../index.ts';
import { createAgentLinks, createIngest, createPushSource, createPushTimelines, type AgentLinkListener } from '../ingest/index.ts';
import { walkSegment } from '../packaging/segment-walker.ts';
import { createStreamRegistry } from '../stream/stream-registry.ts';
import { createFootagePaths } from './footage-paths.ts';
import { recordEverything, type RecordingSettings } from './recorder.ts';

const log = pino({ level: 'silent' });
const start = Date.UTC(2026, 0, 15, 12);
const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

const tracks: AgentTracks = {
  type: 'tracks',
  stream: 'main',
  video: { kind: 'video', codec: 'avc1.42c01e', width: 16, height: 16, configuration: 'AQ==' },
  audio: { kind: 'audio', codec: 'mp4a.40.2', sampleRate: 8000, channels: 1, configuration: 'FYg=' },
  timeline: 'timeline-1',
};
/** Ten pictures per second, a key frame every two seconds; each contains its number. */
const picture = (number: number): AgentSample => ({
  stream: 'main',
  kind: 'video',
  keyFrame: number % 20 === 0,
  decodeTime: number / 10,
  compositionOffset: 0,
  duration: 0.1,
  data: Buffer.from(new Uint32Array([number]).buffer),
});
const sound = (number: number): AgentSample => ({ ...picture(number), kind: 'audio', keyFrame: true, decodeTime: number / 10 + 0.01 });

async function setUp(settings: Partial<RecordingSettings> = {}) {
  const dataDir = await mkdtemp(join(tmpdir(), 'watchpost-catch-up-'));
  cleanups.push(() => rm(dataDir, { recursive: true, force: true }));
  const { db, close } = await createTestDatabase('sqlite');
  cleanups.push(close);
  const cameraId = await insertCamera(db, await insertCustomer(db, 'owner@example.com'), { created_at: start });
  const clock = createManualClock(start);
  const links = createAgentLinks();
  const timelines = createPushTimelines(clock);

  const open = async () => {
    const streams = createStreamRegistry({ clock, log });
    const archive = await createArchive({
      db,
      clock,
      log,
      dataDir,
      streams,
      decode: async () => null,
      readSettings: async () => ({ ...recordEverything, ...settings }),
    });
    archive.recorder.start(cameraId);
    while (streams.open(cameraId).subscribers === 0) await new Promise((resolve) => setImmediate(resolve));
    const ingest = createIngest({ clock, log, streams, random: () => 0 });
    links.onAdded((id) => ingest.wake(id));
    const live: number[] = [];
    streams.open(cameraId).subscribe({
      onTracks: () => undefined,
      onSample: ({ kind, data }) => void (kind === 'video' && live.push(Buffer.from(data).readUInt32LE())),
    });
    ingest.start({ id: cameraId, openSource: () => createPushSource({ cameraId, links, timelines, clock }) });
    return { archive, ingest, live };
  };
  let server = await open();
  cleanups.push(
    () => server.archive.close(),
    () => server.ingest.close(),
  );

  /** The agent's end of a connection. */
  const connect = (timeline = 'timeline-1', origin = 0) => {
    const side: { listener: AgentLinkListener | null } = { listener: null };
    const requests: AgentMissedSpan[][] = [];
    const link = {
      capabilities: { speaker: false, low: false },
      listen: (_: string, next: AgentLinkListener | null) => void (side.listener = next),
      ask: (spans: readonly AgentMissedSpan[]) => void requests.push([...spans]),
      refuse: () => undefined,
      talk: () => null,
    };
    const remove = links.add(cameraId, link);
    const send = (sample: AgentSample): void => side.listener?.onSample(sample);
    side.listener?.onMessage({ ...tracks, timeline });
    /** Sends the pictures of a range in real time. */
    const live = (from: number, to: number): void => {
      for (let number = from; number < to; number += 1) {
        const now = start + origin * 1000 + number * 100;
        if (clock.now() < now) clock.advance(now - clock.now());
        send(picture(number));
        send(sound(number));
      }
    };
    return {
      requests,
      live,
      /** Sends the very first pictures; nothing was buffered before them. */
      begin: (to: number): void => {
        live(0, 1);
        side.listener?.onMessage({ type: 'caught-up' });
        live(1, to);
      },
      late: (from: number, to: number): void => {
        side.listener?.onMessage({ ...tracks, timeline, late: true });
        for (let number = from; number < to; number += 1)
          for (const sample of [picture(number), sound(number)]) send({ ...sample, late: true });
      },
      caughtUp: (): void => side.listener?.onMessage({ type: 'caught-up' }),
      cut: (): void => {
        remove();
        side.listener?.onClose();
      },
    };
  };
  const restart = async (): Promise<void> => {
    await server.ingest.close();
    await server.archive.close();
    timelines.forget(cameraId);
    server = await open();
  };

  /** Reads from disk the numbers of all pictures and audio frames, and the spans of footage in seconds. */
  const recorded = async () => {
    await server.archive.recorder.stop(cameraId);
    const rows = await db
      .selectFrom('segments')
      .select(['start_ms', 'duration_ms'])
      .where('camera_id', '=', cameraId)
      .orderBy('start_ms')
      .execute();
    const seen = { video: [] as number[], audio: [] as number[] };
    for (const { start_ms } of rows) {
      const bytes = await readFile(createFootagePaths(dataDir).segment(cameraId, start_ms));
      for (const fragment of walkSegment(bytes).fragments)
        for (const { start: from, size } of fragment.samples) seen[fragment.kind].push(Buffer.from(bytes).readUInt32LE(from + size - 4));
    }
    for (const [index, row] of rows.entries())
      expect(rows[index + 1]?.start_ms ?? Number.POSITIVE_INFINITY).toBeGreaterThanOrEqual(row.start_ms + row.duration_ms);
    const { recordings } = await server.archive.playback.footage(cameraId, { from: start, to: clock.now() + 1000 });
    return { ...seen, footage: recordings.map(({ from, to }) => [(from - start) / 1000, (to - start) / 1000]) };
  };
  return { connect, recorded, restart, clock, seen: () => server.live };
}
const range = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, index) => from + index);

test('an interruption of 20 s within a group of pictures: everything is recorded once, in its place; viewers see only new pictures', async () => {
  const { connect, recorded, seen, clock } = await setUp();
  const first = connect();
  first.begin(107);
  first.cut();
  clock.advance(20_000);
  const second = connect();
  second.live(300, 310);
  expect(second.requests).toEqual([[{ after: 10.6, before: 30 }]]);
  second.late(107, 200);
  second.live(310, 320);
  second.late(200, 300);
  second.caughtUp();
  second.live(320, 400);
  expect(await recorded()).toEqual({ video: range(0, 400), audio: range(0, 400), footage: [[0, 40]] });
  expect(seen()).toEqual([...range(0, 107), ...range(300, 400)]);
});

test('a second interruption during the catch-up: both are filled', async () => {
  const { connect, recorded, clock } = await setUp();
  const first = connect();
  first.begin(105);
  first.cut();
  clock.advance(15_000);
  const second = connect();
  second.live(260, 275);
  second.late(105, 150);
  second.cut();
  clock.advance(5000);
  const third = connect();
  third.live(340, 350);
  expect(third.requests).toEqual([
    [
      { after: 14.9, before: 26 },
      { after: 27.4, before: 34 },
    ],
  ]);
  third.late(150, 260);
  third.late(275, 340);
  third.caughtUp();
  third.live(350, 380);
  expect(await recorded()).toEqual({ video: range(0, 380), audio: range(0, 380), footage: [[0, 38]] });
});

test('a newer connection beside one that is half dead takes over without the camera going offline', async () => {
  const { connect, recorded, clock } = await setUp();
  connect().begin(50);
  clock.advance(4000);
  const second = connect();
  second.live(80, 100);
  second.late(50, 80);
  second.caughtUp();
  second.live(100, 120);
  expect(await recorded()).toMatchObject({ video: range(0, 120), footage: [[0, 12]] });
});

test('pictures that the last connection delivered are not accepted again', async () => {
  const { connect, recorded, seen } = await setUp();
  const first = connect();
  first.begin(55);
  first.cut();
  const second = connect();
  // The server already has its newest key frame.
  second.live(40, 70);
  expect(second.requests).toEqual([[{ after: 5.4, before: 6 }]]);
  second.late(40, 60);
  second.caughtUp();
  expect(await recorded()).toMatchObject({ video: range(0, 70), audio: range(0, 70) });
  expect(seen()).toEqual([...range(0, 55), ...range(60, 70)]);
});

test('after a restart of the server, what the agent buffered is recorded from its next key frame on, and nothing twice', async () => {
  const { connect, recorded, restart, clock } = await setUp();
  const first = connect();
  first.begin(105);
  first.cut();
  await restart();
  clock.advance(9600);
  const second = connect();
  second.live(200, 210);
  expect(second.requests).toEqual([[{ after: null, before: 20 }]]);
  second.late(20, 200);
  second.caughtUp();
  second.live(210, 240);
  expect(await recorded()).toMatchObject({ video: [...range(0, 105), ...range(120, 240)], footage: [[0, 24]] });
});

test('an agent that has not buffered everything leaves a gap; the rest finds its place', async () => {
  const { connect, recorded, clock } = await setUp();
  const first = connect();
  first.begin(100);
  first.cut();
  clock.advance(40_000);
  const second = connect();
  second.live(500, 510);
  second.late(300, 500);
  second.caughtUp();
  second.live(510, 520);
  expect(await recorded()).toMatchObject({
    video: [...range(0, 100), ...range(300, 520)],
    footage: [
      [0, 10],
      [30, 52],
    ],
  });
});

test('an agent that restarted has another timeline: nothing is mixed up', async () => {
  const { connect, recorded, clock } = await setUp();
  const first = connect();
  first.begin(100);
  first.cut();
  clock.advance(10_100);
  const second = connect('timeline-2', 20);
  second.live(0, 40);
  second.caughtUp();
  expect(await recorded()).toMatchObject({
    video: [...range(0, 100), ...range(0, 40)],
    footage: [
      [0, 10],
      [20, 24],
    ],
  });
});

test('without audio, late audio is not recorded either; footage that is never recorded is not requested', async () => {
  const silent = await setUp({ isSoundRecorded: false });
  const first = silent.connect();
  first.begin(50);
  first.cut();
  silent.clock.advance(5000);
  const second = silent.connect();
  second.live(100, 110);
  second.late(50, 100);
  second.caughtUp();
  expect(await silent.recorded()).toMatchObject({ video: range(0, 110), audio: [] });

  const off = await setUp({ mode: 'disabled' });
  const agent = off.connect();
  agent.live(0, 10);
  expect(agent.requests).toEqual([]);
});

test('motion recording keeps the whole interruption, because motion was not detected during it', async () => {
  const { connect, recorded, clock } = await setUp({ mode: 'motion' });
  const first = connect();
  first.begin(100);
  first.cut();
  clock.advance(10_000);
  const second = connect();
  second.live(200, 210);
  second.late(100, 200);
  second.caughtUp();
  second.live(210, 300);
  expect(await recorded()).toMatchObject({ video: range(100, 200) });
});

test('when nothing arrives late, the waiting segment is finished after a minute', async () => {
  const { connect, recorded, clock } = await setUp();
  const first = connect();
  first.begin(15);
  first.cut();
  clock.advance(60_000);
  connect('timeline-2', 61.4).live(0, 10);
  expect((await recorded()).footage[0]).toEqual([0, 1.5]);
});
