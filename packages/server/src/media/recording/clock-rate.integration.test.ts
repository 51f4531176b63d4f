import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pass } from 'node:timers/promises';
import { systemClock as clock } from '@watchpost/contract/timing/clock';
import { pino } from 'pino';
import { afterAll, expect, test } from 'vitest';
import { startSceneCamera } from '../../../../../e2e/rig/scene-camera.ts';
import { createNetworkPolicy } from '../../kernel/network/network-policy.ts';
import { createTestDatabase } from '../../testing/databases.ts';
import { createArchive } from '../index.ts';
import { createIngest } from '../ingest/ingest.ts';
import { createRtspSource } from '../ingest/rtsp/rtsp-source.ts';
import { createStreamRegistry } from '../stream/stream-registry.ts';
import { atMost } from '../../../../../tooling/tests/slow-machine.ts';

const log = pino({ level: 'silent' });
const rates = [0.5, 1.05, 1.5];
const seconds = 30;
const idOf = (rate: number): string => `rate-${rate * 100}`;
const cleanups: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

interface Frame {
  /** Unix ms, of the picture and of its arrival. */
  readonly at: number;
  readonly arrived: number;
}

test.skipIf(spawnSync('ffmpeg', ['-version']).status !== 0)(
  'cameras whose timestamps do not advance in real time are recorded completely, and are live',
  async () => {
    const camera = await startSceneCamera('street');
    cleanups.push(camera.stop);
    const dataDir = await mkdtemp(join(tmpdir(), 'watchpost-clock-rate-'));
    cleanups.push(() => rm(dataDir, { recursive: true, force: true }));
    const { db, close } = await createTestDatabase('sqlite');
    cleanups.push(close);
    const streams = createStreamRegistry({ log });
    const archive = await createArchive({ db, clock, log, dataDir, streams, decode: async () => null });
    cleanups.push(archive.close);
    const ingest = createIngest({ clock, log, streams });
    cleanups.push(ingest.close);
    const network = createNetworkPolicy({ allowPrivate: true, allowLoopback: true });
    const seen = rates.map((rate) => {
      const id = idOf(rate);
      const frames: Frame[] = [];
      streams.open(id).subscribe({
        onTracks: () => undefined,
        onSample: ({ kind, decodeTime }) => void (kind === 'video' && frames.push({ at: decodeTime / 90, arrived: clock.now() })),
      });
      archive.recorder.start(id);
      ingest.start({ id, openSource: () => createRtspSource({ url: `${camera.url}?rate=${rate}`, clock, log, network }) });
      return { id, rate, frames };
    });
    await pass(seconds * 1000);
    const measured = rates.map((rate) => ingest.clockRate(idOf(rate)));
    await ingest.close();

    for (const { id, frames } of seen) {
      await archive.recorder.stop(id);
      const [first, last] = [frames[0], frames.at(-1)];
      if (!first || !last) throw new Error(`Nothing came of ${id}.`);
      const { recordings, gaps } = await archive.playback.footage(id, { from: first.at, to: last.at });
      expect([id, recordings.length, gaps]).toEqual([id, 1, []]);
      // A recording begins with a key frame, which the clip has every few seconds.
      const recorded = (recordings[0]?.to ?? 0) - (recordings[0]?.from ?? 0);
      const real = last.arrived - first.arrived;
      expect(Math.abs(recorded / real - 1)).toBeLessThan(0.01);
      const settled = frames.filter(({ arrived }) => arrived > first.arrived + 12_000);
      expect(Math.max(...settled.map(({ at, arrived }) => Math.abs(arrived - at)))).toBeLessThan(500);
      const steps = settled.slice(1).map(({ at }, index) => at - (settled[index]?.at ?? 0));
      expect(Math.min(...steps)).toBeGreaterThan(80);
      expect(Math.max(...steps)).toBeLessThan(120);
    }
    measured.forEach((rate, index) => expect(rate).toBeCloseTo(rates[index] ?? 0, 2));
  },
  atMost(90_000),
);
