import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { systemClock } from '@watchpost/contract/timing/clock';
import { pino } from 'pino';
import { afterEach, expect, test } from 'vitest';
import { encodeScene } from '../../testing/scene-samples.ts';
import { createGridDecoder, type GridDecoder } from './grid-decoder.ts';
import { gridCells } from './picture-grid.ts';
import { atMost } from '../../../../../tooling/tests/slow-machine.ts';

const log = pino({ level: 'silent' });
const scene = encodeScene({ seconds: 4, audio: false });
const decoders: GridDecoder[] = [];
afterEach(() => decoders.splice(0).forEach((decoder) => decoder.close()));
const open = (): GridDecoder => {
  const decoder = createGridDecoder({ clock: systemClock, log });
  decoders.push(decoder);
  return decoder;
};
const children = (): string[] =>
  execFileSync('ps', ['-o', 'pid=,args=', '--ppid', String(process.pid)])
    .toString()
    .split('\n')
    .filter((line) => line.includes('grid-process'));

test.skipIf(!scene)('a real key frame becomes its brightness; a broken one becomes null, and the next is decoded again', async () => {
  if (!scene) return;
  const decoder = open();
  const [first, second] = scene.samples.filter(({ keyFrame }) => keyFrame);
  const track = scene.tracks.video;
  const grid = await decoder.decode(track, first?.data ?? new Uint8Array());
  expect(grid?.length).toBe(gridCells);
  // The test picture has coloured bars: bright and dark parts, and no noise from one decoding to the next.
  expect(Math.max(...(grid ?? [])) - Math.min(...(grid ?? []))).toBeGreaterThan(100);
  expect(await decoder.decode(track, first?.data ?? new Uint8Array())).toEqual(grid);
  expect(await decoder.decode(track, new Uint8Array([0, 0, 0, 40, 0x65, 1, 2, 3]))).toBeNull();
  expect((await decoder.decode(track, second?.data ?? new Uint8Array()))?.length).toBe(gridCells);
});

test.skipIf(!scene)('the same process decodes HEVC as well', async () => {
  const hevc = encodeScene({ seconds: 1, audio: false, hevc: true });
  const key = hevc?.samples.find(({ keyFrame }) => keyFrame);
  if (!scene || !hevc || !key) throw new Error('FFmpeg has no HEVC encoder.');
  const decoder = open();
  const [grid, other] = [
    await decoder.decode(hevc.tracks.video, key.data),
    await decoder.decode(scene.tracks.video, scene.samples[0]?.data ?? new Uint8Array()),
  ];
  // The same picture in both codecs.
  const difference = [...(grid ?? [])].reduce((sum, cell, index) => sum + Math.abs(cell - (other?.[index] ?? 0)), 0) / gridCells;
  expect([grid?.length, difference < 8]).toEqual([gridCells, true]);
});

test.skipIf(!scene)('the process starts with the first picture and ends with its owner; one that was killed is restarted', async () => {
  if (!scene) return;
  const decoder = open();
  expect(children()).toEqual([]);
  const key = scene.samples.find(({ keyFrame }) => keyFrame)?.data ?? new Uint8Array();
  await decoder.decode(scene.tracks.video, key);
  expect(children()).toHaveLength(1);
  execFileSync('kill', ['-9', children()[0]?.trim().split(' ')[0] ?? '']);
  // The decoder pauses after a crash, so that a picture that kills it does not keep a core busy.
  await expect.poll(() => decoder.decode(scene.tracks.video, key), { timeout: atMost(8000), interval: 250 }).not.toBeNull();
  decoder.close();
  await expect.poll(children).toEqual([]);
});

test.skipIf(!scene)('the process does not outlive a server that was killed', async () => {
  if (!scene) return;
  const code = `
    import { createGridDecoder } from ${JSON.stringify(new URL('grid-decoder.ts', import.meta.url).href)};
    import { systemClock } from '@watchpost/contract/timing/clock';
    const decoder = createGridDecoder({ clock: systemClock, log: { warn() {} } });
    await decoder.decode({ configuration: new Uint8Array([1]) }, new Uint8Array([0, 0, 0, 1, 0x65]));
    process.stdout.write('ready');`;
  const owner = spawn(process.execPath, ['--input-type=module', '-e', code], {
    cwd: import.meta.dirname,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  await once(owner.stdout, 'data');
  const [pid = ''] = execFileSync('ps', ['-o', 'pid=', '--ppid', String(owner.pid)])
    .toString()
    .trim()
    .split('\n');
  expect(Number(pid)).toBeGreaterThan(0);
  owner.kill('SIGKILL');
  await expect.poll(() => isRunning(Number(pid)), { timeout: atMost(5000) }).toBe(false);
});

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
