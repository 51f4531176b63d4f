import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createManualClock } from '@watchpost/contract/testing';
import { systemClock } from '@watchpost/contract/timing/clock';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import type { Sample, SourceEnd, Tracks } from '../media-types.ts';
import { buildFragment } from '../packaging/fragment.ts';
import { initSectionOf } from '../packaging/init-section.ts';
import { createStreamRegistry } from '../stream/stream-registry.ts';
import { createScenePlayer, encodeScene } from '../../testing/scene-samples.ts';
import { createTranscodedSource } from './transcoded-source.ts';
import { createVideoTranscoder } from './video-transcoder.ts';
import { atMost } from '../../../../../tooling/tests/slow-machine.ts';

const scene = encodeScene({ seconds: 4, size: '1280x720' });

/** Feeds 4 s of a camera and collects the output. */
async function transcode() {
  const streams = createStreamRegistry({ log: pino({ level: 'silent' }) });
  const stream = streams.open('c1');
  const tracks: Tracks[] = [];
  const samples: Sample[] = [];
  const ends: SourceEnd[] = [];
  const source = createTranscodedSource({ cameraId: 'c1', streams, clock: systemClock });
  source.start({
    onTracks: (found) => tracks.push(found),
    onSample: (sample) => samples.push(sample),
    onEnd: (reason) => ends.push(reason),
  });
  return { stream, tracks, samples, ends, source, streams };
}

test.skipIf(scene === null)(
  'a scaled-down camera: H.264 of 640×360, at most 15 frames per second, at its own times, and FFmpeg decodes all of it',
  async () => {
    if (!scene) return;
    const { stream, tracks, samples, source, streams } = await transcode();
    const player = createScenePlayer(scene, 1_800_000_000_000, stream.input);
    player.play(4000);
    await expect.poll(() => samples.filter(({ kind }) => kind === 'video').length, { timeout: atMost(20_000) }).toBeGreaterThan(30);
    const [track] = tracks;
    if (!track) throw new Error('no track');
    expect(track).toMatchObject({ isTranscoded: true, video: { codec: expect.stringMatching(/^avc1\.42/), width: 640, height: 360 } });
    const video = samples.filter(({ kind }) => kind === 'video');
    expect(video[0]).toMatchObject({ keyFrame: true, decodeTime: 1_800_000_000 * 90_000 });
    video.slice(1).forEach((sample, index) => expect(sample.decodeTime - (video[index]?.decodeTime ?? 0)).toBeGreaterThan(90_000 / 16));
    // A viewer who joins late waits no longer than 2 s for a picture.
    expect(video.filter(({ keyFrame }) => keyFrame).length).toBeGreaterThan(1);
    const file = Buffer.concat([
      initSectionOf({ ...track, audio: null }).bytes,
      ...video.map((sample, index) => buildFragment([sample], index)),
    ]);
    const { stdout, stderr } = spawnSync(
      'ffprobe',
      ['-v', 'error', '-count_frames', '-show_entries', 'stream=codec_name,width,height,nb_read_frames', '-of', 'csv=p=0', '-'],
      { input: file, encoding: 'utf8' },
    );
    expect([stdout.trim(), stderr]).toEqual([`h264,640,360,${video.length}`, '']);
    await source.stop();
    expect(streams.open('c1').subscribers).toBe(0);
  },
);

test.skipIf(scene === null)('non-square pixels become square: 704×576 at 16:11 is 16:9', async () => {
  const anamorphic = encodeScene({ seconds: 1, size: '704x576', pixelAspect: '16/11' });
  if (!anamorphic) throw new Error('FFmpeg could not encode the scene.');
  const { stream, tracks, source } = await transcode();
  createScenePlayer(anamorphic, 1_800_000_000_000, stream.input).play(1000);
  await expect.poll(() => tracks[0]?.video, { timeout: atMost(20_000) }).toMatchObject({ width: 640, height: 360 });
  await source.stop();
});

test.skipIf(scene === null).each([
  ['a long group of pictures is waited for, however long the process takes to catch up', 10, true],
  ['a short one is left out up to the next key frame', 1, false],
])('%s', async (_, startsAfterSeconds, isWaitedFor) => {
  if (!scene) return;
  const clock = createManualClock(1_800_000_000_000);
  const times: number[] = [];
  const transcoder = createVideoTranscoder({
    clock,
    fitInto: { width: 640, height: 360 },
    frameRate: 15,
    listener: { onTrack: () => undefined, onSample: ({ decodeTime }) => times.push(decodeTime), onEnd: () => undefined },
  });
  transcoder.open('h264', scene.tracks.video.configuration);
  const pictures: Sample[] = [];
  createScenePlayer(scene, 0, {
    onTracks: () => undefined,
    onSample: (sample) => sample.kind === 'video' && pictures.push(sample),
    onEnd: () => undefined,
  }).play(1000);
  const [first, ...rest] = pictures;
  if (!first) throw new Error('The scene has no picture.');
  transcoder.push(first);
  // No answer has arrived meanwhile.
  clock.advance(3000);
  for (const picture of rest)
    transcoder.push({ ...picture, decodeTime: picture.decodeTime + startsAfterSeconds * 90_000, keyFrame: false });
  if (!isWaitedFor) {
    await expect.poll(() => times, { timeout: atMost(20_000) }).toHaveLength(1);
    transcoder.push({ ...first, decodeTime: 20 * 90_000 });
    await expect.poll(() => times.at(-1), { timeout: atMost(20_000) }).toBe(20 * 90_000);
    expect(times).toHaveLength(2);
  } else await expect.poll(() => times.length, { timeout: atMost(20_000) }).toBeGreaterThan(8);
  transcoder.close();
});

test.skipIf(scene === null)('the process ends with the camera; a broken picture affects only itself', async () => {
  if (!scene) return;
  const { stream, samples, ends } = await transcode();
  createScenePlayer(scene, 1_800_000_000_000, stream.input).play(1000);
  stream.input.onSample({
    kind: 'video',
    decodeTime: 1_800_000_001 * 90_000,
    compositionOffset: 0,
    duration: 3600,
    keyFrame: false,
    data: Uint8Array.of(0, 0, 0, 9, 1),
  });
  await expect.poll(() => samples.length, { timeout: atMost(20_000) }).toBeGreaterThan(3);
  expect(ends).toEqual([]);
  stream.input.onEnd({ code: 'camera-offline', detail: '' });
  expect(ends).toMatchObject([{ code: 'camera-offline' }]);
});

/** Lists the processes whose parent has this id (Linux). */
async function childrenOf(parent: number): Promise<number[]> {
  const found: number[] = [];
  for (const name of await readdir('/proc')) {
    const stat = /^\d+$/.test(name) ? await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '') : '';
    if (Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) === parent) found.push(Number(name));
  }
  return found;
}

test.skipIf(process.platform !== 'linux')(
  'kill -9 of the server leaves no transcoding process',
  async () => {
    const server = spawn(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', join(import.meta.dirname, '../../testing/processes/transcoding-process.ts')],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    await once(server.stdout, 'data');
    const children = await childrenOf(server.pid ?? 0);
    expect(children).toHaveLength(2);
    server.kill('SIGKILL');
    await once(server, 'exit');
    const alive = async (): Promise<number[]> => {
      const all = await Promise.all(
        children.map((pid) =>
          readFile(`/proc/${pid}/stat`, 'utf8').then(
            (stat) => (stat.includes(') Z ') ? 0 : pid),
            () => 0,
          ),
        ),
      );
      return all.filter((pid) => pid > 0);
    };
    await expect.poll(alive, { timeout: atMost(10_000) }).toEqual([]);
  },
  atMost(30_000),
);
