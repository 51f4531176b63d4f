import { systemClock } from '@watchpost/contract/timing/clock';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { readDemoScene } from '../../../testing/scene-samples.ts';
import { findPackage } from '../model/model-package.ts';
import { createLookProcess } from './look-process.ts';
import { withPictures } from './object-messages.ts';

const street = readDemoScene('street', { isSmall: true });
const isSkipped = street === null || findPackage('node-av') === null;
const reason = isSkipped ? ' (skipped: FFmpeg or the optional package node-av is not installed)' : '';

test.skipIf(isSkipped)(`for a detector outside, pictures are made where something moves, and no model is loaded${reason}`, async () => {
  if (!street) return;
  const process = createLookProcess({
    clock: systemClock,
    log: pino({ level: 'silent' }),
    parameters: [withPictures],
    canRestart: () => false,
  });
  const [key] = street.samples.filter(({ keyFrame, kind }) => keyFrame && kind === 'video');
  if (!key) throw new Error('The scene has no key frame.');
  const look = (isForced: boolean) =>
    process.look({
      cameraId: 'c1',
      track: street.tracks.video,
      pictures: [{ at: 5, keyFrame: true, data: key.data }],
      isStart: true,
      sensitivity: 6,
      isForced,
    });
  const seen = await look(true);
  expect(seen).toMatchObject({ at: 5, objects: [], jpeg: { width: street.tracks.video.width, height: street.tracks.video.height } });
  const bytes = seen?.jpeg?.data ?? new Uint8Array();
  expect([[...bytes.subarray(0, 2)], [...bytes.subarray(-2)]]).toEqual([
    [0xff, 0xd8],
    [0xff, 0xd9],
  ]);
  expect(bytes.length).toBeGreaterThan(5000);
  expect(await look(false)).toMatchObject({ at: 5, jpeg: null });
  process.close();
});
