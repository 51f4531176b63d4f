import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { systemClock } from '../../kernel/clock.ts';
import type { Sample, SourceEnd, Tracks } from '../media-types.ts';
import { buildFragment } from '../packaging/fragment.ts';
import { initSectionOf } from '../packaging/init-section.ts';
import { createStreamRegistry } from '../stream/stream-registry.ts';
import { createScenePlayer, encodeScene } from '../../testing/scene-samples.ts';
import { createTranscodedSource } from './transcoded-source.ts';

const scene = encodeScene({ seconds: 4, size: '1280x720' });

/** Feeds a camera of 4 s and collects what comes out. */
async function transcode() {
  const streams = createStreamRegistry({ log: pino({ level: 'silent' }) });
  const stream = streams.open('c1');
  const tracks: Tracks[] = [];
  const samples: Sample[] = [];
  const ends: SourceEnd[] = [];
  const source = createTranscodedSource({ cameraId: 'c1', streams, clock: systemClock });
  source.start({ onTracks: (found) => tracks.push(found), onSample: (sample) => samples.push(sample), onEnd: (reason) => ends.push(reason) });
  return { stream, tracks, samples, ends, source, streams };
}

test.skipIf(scene === null)('a camera made small: H.264 of 640×360, at most 15 frames a second, at its own times, and FFmpeg decodes all of it', async () => {
  if (!scene) return;
  const { stream, tracks, samples, source, streams } = await transcode();
  const player = createScenePlayer(scene, 1_800_000_000_000, stream.input);
  player.play(4000);
  await expect.poll(() => samples.filter(({ kind }) => kind === 'video').length, { timeout: 20_000 }).toBeGreaterThan(30);
  const [track] = tracks;
  if (!track) throw new Error('no track');
  expect(track).toMatchObject({ isTranscoded: true, video: { codec: expect.stringMatching(/^avc1\.42/), width: 640, height: 360 } });
  const video = samples.filter(({ kind }) => kind === 'video');
  expect(video[0]).toMatchObject({ keyFrame: true, decodeTime: 1_800_000_000 * 90_000 });
  video.slice(1).forEach((sample, index) => expect(sample.decodeTime - (video[index]?.decodeTime ?? 0)).toBeGreaterThan(90_000 / 16));
  // Somebody who comes later does not wait longer than 2 s for a picture.
  expect(video.filter(({ keyFrame }) => keyFrame).length).toBeGreaterThan(1);
  const file = Buffer.concat([initSectionOf({ ...track, audio: null }).bytes, ...video.map((sample, index) => buildFragment([sample], index))]);
  const { stdout, stderr } = spawnSync('ffprobe', ['-v', 'error', '-count_frames', '-show_entries', 'stream=codec_name,width,height,nb_read_frames', '-of', 'csv=p=0', '-'], { input: file, encoding: 'utf8' });
  expect([stdout.trim(), stderr]).toEqual([`h264,640,360,${video.length}`, '']);
  await source.stop();
  expect(streams.open('c1').subscribers).toBe(0);
});

test.skipIf(scene === null)('the end of the camera is the end of the process; a broken picture ends nothing but itself', async () => {
  if (!scene) return;
  const { stream, samples, ends } = await transcode();
  createScenePlayer(scene, 1_800_000_000_000, stream.input).play(1000);
  stream.input.onSample({ kind: 'video', decodeTime: 1_800_000_001 * 90_000, compositionOffset: 0, duration: 3600, keyFrame: false, data: Uint8Array.of(0, 0, 0, 9, 1) });
  await expect.poll(() => samples.length, { timeout: 20_000 }).toBeGreaterThan(3);
  expect(ends).toEqual([]);
  stream.input.onEnd({ code: 'camera-offline', detail: '' });
  expect(ends).toMatchObject([{ code: 'camera-offline' }]);
});

/** Processes whose parent is this one (Linux). */
async function childrenOf(parent: number): Promise<number[]> {
  const found: number[] = [];
  for (const name of await readdir('/proc')) {
    const stat = /^\d+$/.test(name) ? await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '') : '';
    if (Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) === parent) found.push(Number(name));
  }
  return found;
}

test.skipIf(process.platform !== 'linux')('kill -9 of the server leaves no process that transcodes', async () => {
  const server = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', join(import.meta.dirname, '../../testing/processes/transcoding-process.ts')], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(server.stdout, 'data');
  const children = await childrenOf(server.pid ?? 0);
  expect(children).toHaveLength(2);
  server.kill('SIGKILL');
  await once(server, 'exit');
  const alive = async (): Promise<number[]> => {
    const all = await Promise.all(children.map((pid) => readFile(`/proc/${pid}/stat`, 'utf8').then((stat) => (stat.includes(') Z ') ? 0 : pid), () => 0)));
    return all.filter((pid) => pid > 0);
  };
  await expect.poll(alive, { timeout: 10_000 }).toEqual([]);
}, 30_000);
