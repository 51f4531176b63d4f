import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { unadjusted } from '../sources/adjustment.ts';
import { chooseSources } from './open-sources.ts';
import { readOptions } from './options.ts';

const assets = join(import.meta.dirname, '../../assets');
const choose = (...parameters: string[]) => chooseSources(readOptions(['run', ...parameters], { FFMPEG_PATH: '/no/such/ffmpeg' }));
const open = async (...parameters: string[]) => {
  const { main, openLow } = await choose(...parameters);
  return { main: await main.open(unadjusted), low: await openLow(unadjusted) };
};

test('opens a file and its substream', async () => {
  const { main, low } = await open('--file', join(assets, 'street.mp4'), '--low', join(assets, 'street-low.mp4'));
  expect([main.video.width, low?.video.width]).toEqual([1280, 640]);
});

test('the available settings depend on the source, and on whether it has a substream', async () => {
  const offers = async (...parameters: string[]) => (await choose(...parameters)).main.offers;
  expect(await offers('--test-picture')).toEqual(['rotation', 'isMirroredHorizontally', 'isMirroredVertically', 'timeZone']);
  expect(await offers('--device', '/dev/video0')).toEqual(['rotation', 'isMirroredHorizontally', 'isMirroredVertically']);
  expect(await offers('--rtsp', 'rtsp://10.0.0.2/cam')).toEqual(['isMicrophoneOn', 'microphoneSensitivity']);
  expect(await offers('--test-picture', '--low', 'small.mp4')).toEqual([]);
  const file = await choose('--file', join(assets, 'street.mp4'), '--low', join(assets, 'street-low.mp4'));
  expect(file.main.offers).toEqual(['isMicrophoneOn']);
});

test.each([
  ['nothing', [], /Name a source/],
  ['two things', ['--file', 'a.mp4', '--test-picture'], /not several/],
  ['two cameras', ['--rtsp', 'rtsp://10.0.0.2/cam', '--onvif', '10.0.0.2'], /not several/],
  ['an ONVIF camera’s password where anyone can read it', ['--onvif', 'admin:secret@10.0.0.2'], /--onvif-file/],
  ['a password where anyone can read it', ['--rtsp', 'rtsp://admin:secret@10.0.0.2/cam'], /--rtsp-file/],
  ['a password that no URL parser finds', ['--rtsp', 'rtsp://admin:12#34@10.0.0.2/cam'], /--rtsp-file/],
  ['the same for the substream', ['--file', join(assets, 'street.mp4'), '--low', 'rtsp://admin:secret@10.0.0.2/cam'], /--rtsp-file/],
  ['a camera, without FFmpeg', ['--rtsp', 'rtsp://10.0.0.2/cam'], /Install FFmpeg/],
])('%s: refused, with advice', async (_, parameters, reason) => {
  await expect(open(...parameters)).rejects.toThrow(reason);
});

test('reads addresses from a file, one per line, without its comments', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'watchpost-agent-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, 'empty.txt'), '\n# the yard\n');
  await expect(open('--rtsp-file', join(folder, 'empty.txt'))).rejects.toThrow(/no address/);
  await writeFile(join(folder, 'camera.txt'), '# the yard\n\nhttp://10.0.0.2/\n');
  await expect(open('--rtsp-file', join(folder, 'camera.txt'))).rejects.toThrow(/like rtsp:/);
});

test('refuses invalid and unknown options', () => {
  for (const parameters of [['--local-port', 'x'], ['--local-port', '70000'], ['--nonsense']])
    expect(() => readOptions(['run', ...parameters], {})).toThrow(TypeError);
});
