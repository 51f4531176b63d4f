import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { unadjusted } from './adjustment.ts';
import { SourceError, type Frame } from './frame-source.ts';
import { openTestPictureSource } from './test-picture-source.ts';
import { atMost } from '../../../../tooling/tests/slow-machine.ts';

test.skipIf(spawnSync('ffmpeg', ['-version']).status !== 0)(
  'FFmpeg generates a moving picture, and stops when there are no viewers',
  { timeout: atMost(20_000) },
  async () => {
    const source = await openTestPictureSource('ffmpeg');
    expect(source.video).toMatchObject({ codec: expect.stringMatching(/^avc1\.4d/), width: 1280, height: 720 });
    const stop = new AbortController();
    const frames: Frame[] = [];
    for await (const frame of source.frames(stop.signal)) {
      frames.push(frame);
      if (frames.length === 30) stop.abort();
    }
    expect(frames[0]?.keyFrame).toBe(true);
    expect(frames[25]?.decodeTime).toBeCloseTo(1);
    for (const { data } of frames) {
      // NAL units with their lengths fill each frame exactly.
      let at = 0;
      while (at < data.byteLength) at += 4 + new DataView(data.buffer, data.byteOffset).getUint32(at);
      expect(at).toBe(data.byteLength);
    }
  },
);

test.skipIf(spawnSync('ffmpeg', ['-version']).status !== 0)(
  'stands upright when it is turned, and goes on with what was looked at',
  { timeout: atMost(20_000) },
  async () => {
    const source = await openTestPictureSource('ffmpeg', {
      ...unadjusted,
      rotation: 90,
      isMirroredHorizontally: true,
      timeZone: 'Asia/Omsk',
    });
    expect(source.video).toMatchObject({ width: 720, height: 1280 });
    const stop = new AbortController();
    for await (const frame of source.frames(stop.signal)) {
      // The reader gets the first frame of the opened process, not of a second one.
      expect([frame.keyFrame, frame.decodeTime]).toEqual([true, 0]);
      break;
    }
    stop.abort();
  },
);

test('without FFmpeg it explains what to do', async () => {
  await expect(openTestPictureSource('/no/such/ffmpeg')).rejects.toThrow(SourceError);
});
