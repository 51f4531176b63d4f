import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '@watchpost/contract/timing/clock';
import { createManualClock } from '@watchpost/contract/testing';
import { pino } from 'pino';
import { afterEach, expect, test } from 'vitest';
import { createTestDatabase } from '../../testing/databases.ts';
import { describeObjectStore, listKeys } from '../../testing/object-store/object-suite.ts';
import { startS3Server } from '../../testing/object-store/s3-server.ts';
import { createScenePlayer, encodeScene } from '../../testing/scene-samples.ts';
import { createArchive } from '../index.ts';
import { createStreamRegistry } from '../stream/stream-registry.ts';
import { createS3Objects } from './s3-objects.ts';

const log = pino({ level: 'silent' });
const scene = encodeScene();
const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

describeObjectStore('S3 (s3rver)', async () => {
  const server = await startS3Server('site-a/');
  return { objects: createS3Objects({ settings: server.settings, clock: systemClock }), close: server.remove };
});

test('a server refuses wrong keys, and says when there is no such bucket', async () => {
  const { settings, remove } = await startS3Server();
  cleanups.push(remove);
  const put = (changes: Partial<typeof settings>) =>
    createS3Objects({ settings: { ...settings, ...changes }, clock: systemClock }).put('a', new Uint8Array(1));
  await put({});
  await expect(put({ secretKey: 'another' })).rejects.toMatchObject({ message: expect.stringContaining('SignatureDoesNotMatch') });
  await expect(put({ bucket: 'other' })).rejects.toMatchObject({ message: expect.stringContaining('There is no bucket other') });
});

test.skipIf(!scene)('recordings play from the bucket as they did from the disk, also when it was killed in between', async () => {
  if (!scene) return;
  const server = await startS3Server();
  cleanups.push(server.remove);
  const dataDir = await mkdtemp(join(tmpdir(), 'watchpost-bucket-'));
  cleanups.push(() => rm(dataDir, { recursive: true, force: true }));
  const { db, close } = await createTestDatabase('sqlite');
  cleanups.push(close);
  const origin = Date.UTC(2026, 0, 15, 12);
  const clock = createManualClock(origin);
  const streams = createStreamRegistry({ clock, log });
  // Requests are signed by the clock of the machine, which is that of the server.
  const objects = createS3Objects({ settings: server.settings, clock: systemClock });
  const archive = await createArchive({ db, clock, log, dataDir, streams, decode: async (video) => video, objects });
  cleanups.push(() => archive.close());
  const { input } = streams.open('c1');
  archive.recorder.start('c1');
  while (streams.open('c1').subscribers === 0) await new Promise((resolve) => setImmediate(resolve));
  createScenePlayer(scene, origin, input).play(24_000);
  await archive.recorder.stop('c1');

  const range = { from: origin, to: origin + 24_000 };
  const read = async (content: { read(): AsyncIterable<Uint8Array> }): Promise<string> => {
    const parts: Uint8Array[] = [];
    for await (const part of content.read()) parts.push(part);
    return Buffer.concat(parts).toString('base64');
  };
  const watch = async () => {
    const playlist = await archive.playback.playlist('c1', range, true);
    const files = [...new Set(playlist.match(/(?:init-\w+\.mp4|\d+\.m4s)/g))];
    return {
      playlist,
      files: await Promise.all(files.map(async (file) => read(await archive.playback.media('c1', file, true)))),
      silent: await Promise.all(files.slice(1).map(async (file) => read(await archive.playback.media('c1', file, false)))),
      clip: await read(await archive.clips.open('c1', { from: origin + 3000, to: origin + 17_000 }, true)),
      picture: Buffer.from(await archive.playback.snapshot('c1', origin + 9000)).toString('base64'),
      footage: (await archive.playback.footage('c1', range)).recordings,
    };
  };
  const waiting = async (): Promise<number> => (await readdir(dataDir, { recursive: true })).filter((name) => name.endsWith('.m4s')).length;
  const fromDisk = await watch();
  expect(await waiting()).toBe(6);

  // Away for half an hour: all is played from the disk.
  await server.kill();
  clock.advance(1_800_000);
  while (archive.bucketState()?.failingSince === null) await new Promise((resolve) => setImmediate(resolve));
  expect(await waiting()).toBe(6);
  expect(await watch()).toEqual(fromDisk);

  await server.start();
  clock.advance(300_000);
  while ((await waiting()) > 0) await new Promise((resolve) => setImmediate(resolve));
  expect(archive.bucketState()).toMatchObject({ objects: 2 });
  expect(await watch()).toEqual(fromDisk);

  await archive.deleteFootage('c1', range);
  clock.advance(60_000);
  while ((await listKeys(objects, 'footage/')).length > 1) await new Promise((resolve) => setImmediate(resolve));
  await expect(archive.playback.playlist('c1', range, true)).rejects.toThrow('no-footage');
});
