import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { encodeRegistrationCode } from '@watchpost/contract/protocols/registration-code';
import { systemClock, type Clock } from '@watchpost/contract/timing/clock';
import { encode } from 'uqr';
import { beforeAll, afterAll, expect, test } from 'vitest';
import { hastyClock } from '../testing/hasty-clock.ts';
import { openFileSource } from '../sources/file-source.ts';
import { SourceError, type FrameSource } from '../sources/frame-source.ts';
import { readQrCodes } from './code-reader.ts';
import { keyPictures } from './key-pictures.ts';
import { watchForCode } from './watch-for-code.ts';

const ffmpeg = process.env['FFMPEG_PATH'] ?? 'ffmpeg';
const text = encodeRegistrationCode({
  server: 'https://watch.example',
  registrationToken: 'q3Zt0-_'.repeat(6),
  wifi: { name: 'Northgate-2G', password: 'open sesame' },
});
let folder: string;

/** Draws the code with an independent encoder, and turns it into a file with FFmpeg. */
async function draw(name: string, filters: readonly string[], options: readonly string[] = []): Promise<string> {
  const { data, size } = encode(text, { ecc: 'M', border: 4 });
  const gray = Buffer.from(data.flat().map((isDark) => (isDark ? 0 : 255)));
  const file = join(folder, name);
  const { status, stderr } = spawnSync(
    ffmpeg,
    [
      '-loglevel',
      'error',
      '-y',
      '-f',
      'rawvideo',
      '-pix_fmt',
      'gray',
      '-s',
      `${size}x${size}`,
      '-i',
      'pipe:0',
      '-vf',
      filters.join(','),
      ...options,
      file,
    ],
    { input: gray },
  );
  if (status !== 0) throw new Error(stderr.toString());
  return file;
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'watchpost-code-'));
});
afterAll(() => rm(folder, { recursive: true }));

test.each([
  ['a screenshot', 'a.png', ['scale=480:480:flags=neighbor', 'pad=1440:900:200:200:white']],
  ['dark around it', 'b.png', ['scale=480:480:flags=neighbor', 'pad=1440:900:200:200:0x111918']],
  [
    'a photograph, tilted, blurred, dim',
    'c.jpg',
    ['scale=480:480', 'pad=1280:720:400:120:gray', 'rotate=0.12:fillcolor=gray', 'gblur=sigma=1', 'eq=brightness=-0.2:contrast=0.6'],
  ],
])('%s is read', async (_, name, filters) => {
  const picture = await readFile(await draw(name, filters));
  expect(await readQrCodes(new Uint8Array(picture))).toEqual([text]);
});

test('a file that is not a picture contains no code', async () => {
  expect(await readQrCodes(new Uint8Array(Buffer.from('not a picture')))).toEqual([]);
});

test('watches the camera’s own video until it has accepted a code', async () => {
  // Two frames without a code, then the code in the third second, as when a camera is turned to a screen.
  const still = await draw('still.png', ['scale=360:360:flags=neighbor', 'pad=1280:720:500:200:0x303030']);
  const video = join(folder, 'video.mp4');
  const { status, stderr } = spawnSync(ffmpeg, [
    '-loglevel',
    'error',
    '-y',
    '-f',
    'lavfi',
    '-i',
    'testsrc2=size=1280x720:rate=10:duration=2',
    '-loop',
    '1',
    '-framerate',
    '10',
    '-t',
    '2',
    '-i',
    still,
    '-filter_complex',
    '[0:v][1:v]concat=n=2:v=1,format=yuv420p',
    '-c:v',
    'libx264',
    '-preset',
    'ultrafast',
    '-g',
    '10',
    '-bf',
    '0',
    video,
  ]);
  if (status !== 0) throw new Error(stderr.toString());
  const taken: string[] = [];
  const source = await openFileSource(video);
  await watchForCode(
    { ffmpeg, source, clock: systemClock, take: async (found) => (taken.push(found), taken.length === 2) },
    AbortSignal.timeout(30_000),
  );
  expect(taken).toEqual([text, text]);
});

test('watches a camera again after it went away', async () => {
  const whole = await openFileSource(new URL('../../assets/street-low.mp4', import.meta.url).pathname);
  let opened = 0;
  const over = new AbortController();
  const source: FrameSource = {
    ...whole,
    isLive: true,
    frames: async function* (signal) {
      opened += 1;
      if (opened === 3) over.abort();
      for await (const frame of whole.frames(signal)) {
        yield frame;
        throw new SourceError('The cable is out.');
      }
    },
  };
  const pauses: number[] = [];
  const clock: Pick<Clock, 'after'> = {
    after: (delayMs, callback) => {
      pauses.push(delayMs);
      return hastyClock.after(delayMs, callback);
    },
  };
  await watchForCode({ ffmpeg, source, clock, take: async () => false }, over.signal);
  expect([opened, pauses.slice(0, 2)]).toEqual([3, [2000, 2000]]);
});

test('ends with its signal, and reports a missing FFmpeg', async () => {
  const source = await openFileSource(new URL('../../assets/street.mp4', import.meta.url).pathname);
  const over = new AbortController();
  const pictures = keyPictures({ ffmpeg, source, clock: systemClock }, over.signal);
  const { value } = await pictures.next();
  expect(value?.data.length).toBe((value?.width ?? 0) * (value?.height ?? 0) * 4);
  over.abort();
  expect((await pictures.next()).done).toBe(true);
  await expect(keyPictures({ ffmpeg: '/nowhere/ffmpeg', source, clock: systemClock }, new AbortController().signal).next()).rejects.toThrow(
    /can't be started/,
  );
});
