import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openFileSource } from './file-source.ts';
import { createFragmentedMp4Reader, type Mp4Part } from './fragmented-mp4.ts';
import type { Frame } from './frame-source.ts';

const scene = join(import.meta.dirname, '../../assets/street.mp4');
const hasFfmpeg = spawnSync('ffmpeg', ['-version']).status === 0;
/** FFmpeg's output for a scene with a tone. */
function fragmented(...more: string[]): Buffer {
  const { stdout } = spawnSync(
    'ffmpeg',
    [
      '-loglevel',
      'error',
      '-i',
      scene,
      '-f',
      'lavfi',
      '-t',
      '12',
      '-i',
      'sine=sample_rate=16000',
      ...more,
      '-c:a',
      'aac',
      '-movflags',
      '+empty_moov+default_base_moof+frag_keyframe',
      '-frag_duration',
      '100000',
      '-f',
      'mp4',
      'pipe:1',
    ],
    { maxBuffer: 64 * 1024 * 1024 },
  );
  return stdout;
}
const framesOf = (parts: readonly Mp4Part[], kind: Frame['kind']): Frame[] =>
  parts.flatMap((part) => (part.kind === 'frame' && part.frame.kind === kind ? [part.frame] : []));

test.skipIf(!hasFfmpeg)('what FFmpeg writes is what was in the file, picture by picture; the sound runs beside it', async () => {
  const parts = createFragmentedMp4Reader().push(fragmented('-c:v', 'copy'));
  const source = await openFileSource(scene);
  expect(parts[0]).toMatchObject({
    kind: 'tracks',
    video: { codec: source.video.codec, width: 1280, height: 720, configuration: source.video.configuration },
    audio: { codec: 'mp4a.40.2', sampleRate: 16_000 },
  });
  const pictures = framesOf(parts, 'video');
  expect(pictures).toHaveLength(120);
  const stop = new AbortController();
  let index = 0;
  for await (const frame of source.frames(stop.signal)) {
    const picture = pictures[index++];
    expect(picture?.keyFrame).toBe(frame.keyFrame);
    // The audio encoder starts 64 ms early; FFmpeg shifts the frames after the first picture by that much.
    expect(picture?.decodeTime).toBeCloseTo(index === 1 ? 0 : frame.decodeTime + 0.064, 3);
    expect(Buffer.compare(picture?.data ?? Buffer.alloc(0), frame.data)).toBe(0);
    if (index === pictures.length) stop.abort();
  }
  const tones = framesOf(parts, 'audio');
  expect(tones.at(-1)?.decodeTime).toBeGreaterThan(11);
  tones.slice(1).forEach((tone, at) => expect(tone.decodeTime - (tones[at]?.decodeTime ?? 0)).toBeCloseTo(0.064, 3));
});

test.skipIf(!hasFfmpeg)('pictures that wait for a later one keep their order and their times', () => {
  const pictures = framesOf(
    createFragmentedMp4Reader().push(fragmented('-c:v', 'libx264', '-preset', 'ultrafast', '-bf', '2', '-s', '320x180')),
    'video',
  );
  expect(pictures.some(({ compositionOffset }) => compositionOffset > 0.05)).toBe(true);
  pictures.slice(1).forEach(({ decodeTime }, at) => expect(decodeTime).toBeGreaterThan(pictures[at]?.decodeTime ?? 0));
});

test.skipIf(!hasFfmpeg)('how the stream is cut into chunks changes nothing', () => {
  const stream = fragmented('-c:v', 'copy', '-t', '1');
  const whole = createFragmentedMp4Reader().push(stream);
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: stream.length - 1 }), { maxLength: 12 }), (cuts) => {
      const reader = createFragmentedMp4Reader();
      const parts: Mp4Part[] = [];
      let from = 0;
      for (const to of [...cuts.toSorted((a, b) => a - b), stream.length]) {
        parts.push(...reader.push(stream.subarray(from, to)));
        from = to;
      }
      expect(parts).toEqual(whole);
    }),
    { numRuns: 30 },
  );
});

test.skipIf(!hasFfmpeg)('H.265 is refused with what to do about it', () => {
  expect(() =>
    createFragmentedMp4Reader().push(
      fragmented('-c:v', 'libx265', '-preset', 'ultrafast', '-x265-params', 'log-level=none', '-s', '320x180', '-t', '1', '-tag:v', 'hvc1'),
    ),
  ).toThrow(/H\.265.*Choose H\.264/);
});
