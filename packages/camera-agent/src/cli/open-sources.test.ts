import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { unadjusted } from '../sources/adjustment.ts';
import { chooseSources } from './open-sources.ts';
import { readOptions } from './options.ts';

const assets = join(import.meta.dirname, '../../assets');
const choose = (...parameters: string[]) => chooseSources(readOptions(['run', ...parameters], { FFMPEG_PATH: '/no/such/ffmpeg' }, 'machine'));
const open = async (...parameters: string[]) => {
  const { main, openLow } = await choose(...parameters);
  return { main: await main.open(unadjusted), low: await openLow(unadjusted) };
};

test('a file and its low stream', async () => {
  const { main, low } = await open('--file', join(assets, 'street.mp4'), '--low', join(assets, 'street-low.mp4'));
  expect([main.video.width, low?.video.width]).toEqual([1280, 640]);
});

test('what can be set depends on what is shown, and on whether it has a small picture too', async () => {
  const offers = async (...parameters: string[]) => (await choose(...parameters)).main.offers;
  expect(await offers('--test-picture')).toEqual(['rotation', 'isMirroredHorizontally', 'isMirroredVertically', 'timeZone']);
  expect(await offers('--device', '/dev/video0')).toEqual(['rotation', 'isMirroredHorizontally', 'isMirroredVertically']);
  expect(await offers('--rtsp', 'rtsp://10.0.0.2/cam')).toEqual(['isMicrophoneOn', 'microphoneSensitivity']);
  expect(await offers('--test-picture', '--low', 'small.mp4')).toEqual([]);
  const file = await choose('--file', join(assets, 'street.mp4'), '--low', join(assets, 'street-low.mp4'));
  expect(file.main.offers).toEqual(['isMicrophoneOn']);
});

test.each([
  ['nothing', [], /Say what to show/],
  ['two things', ['--file', 'a.mp4', '--test-picture'], /not several/],
  ['two cameras', ['--rtsp', 'rtsp://10.0.0.2/cam', '--onvif', '10.0.0.2'], /not several/],
  ['an ONVIF camera’s password where everybody can read it', ['--onvif', 'admin:secret@10.0.0.2'], /--onvif-file/],
  ['a password where everybody can read it', ['--rtsp', 'rtsp://admin:secret@10.0.0.2/cam'], /--rtsp-file/],
  ['the same for the low stream', ['--file', join(assets, 'street.mp4'), '--low', 'rtsp://admin:secret@10.0.0.2/cam'], /--rtsp-file/],
  ['a camera, without FFmpeg', ['--rtsp', 'rtsp://10.0.0.2/cam'], /Install FFmpeg/],
])('%s: refused with what to do', async (_, parameters, reason) => {
  await expect(open(...parameters)).rejects.toThrow(reason);
});

test('addresses come from a file, one a line, its remarks left out', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'watchpost-agent-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, 'empty.txt'), '\n# the yard\n');
  await expect(open('--rtsp-file', join(folder, 'empty.txt'))).rejects.toThrow(/no address/);
  await writeFile(join(folder, 'camera.txt'), '# the yard\n\nhttp://10.0.0.2/\n');
  await expect(open('--rtsp-file', join(folder, 'camera.txt'))).rejects.toThrow(/like rtsp:/);
});

test('options that make no sense are refused', () => {
  for (const parameters of [['--local-port', 'x'], ['--local-port', '70000'], ['--serial', 'a b'], ['--nonsense']]) expect(() => readOptions(['run', ...parameters], {}, 'machine')).toThrow(TypeError);
  const serial = (name: string, machine: string): string => readOptions(['run', '--name', name], {}, machine).serial;
  expect(serial('Задний двор', 'a')).toMatch(/^WP-[0-9A-F]{12}$/);
  expect(new Set([serial('Задний двор', 'a'), serial('Задний двор', 'a'), serial('Задняя дверь', 'a'), serial('Задний двор', 'b')]).size).toBe(3);
});
