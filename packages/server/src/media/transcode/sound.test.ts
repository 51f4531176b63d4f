import { spawnSync } from 'node:child_process';
import { systemClock } from '@watchpost/contract/timing/clock';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { aacTrack } from '../ingest/codecs/aac-depacketiser.ts';
import type { Sample } from '../media-types.ts';
import { buildFragment } from '../packaging/fragment.ts';
import { initSectionOf } from '../packaging/init-section.ts';
import { decodeG711 } from './g711.ts';
import { decodeL16 } from './l16.ts';
import { createSoundTranscoder } from './sound-transcoder.ts';

const hasFfmpeg = spawnSync('ffmpeg', ['-version']).status === 0;

test('G.711 decodes as in FFmpeg, all 256 values of both laws', { skip: !hasFfmpeg }, () => {
  const all = Uint8Array.from({ length: 256 }, (_, code) => code);
  for (const law of ['a', 'u'] as const) {
    const { stdout } = spawnSync(
      'ffmpeg',
      ['-v', 'error', '-f', law === 'a' ? 'alaw' : 'mulaw', '-ar', '8000', '-ac', '1', '-i', '-', '-f', 's16le', '-'],
      { input: all },
    );
    const expected = Array.from({ length: 256 }, (_, index) => stdout.readInt16LE(index * 2));
    expect(Array.from(decodeG711(law, all), (value) => Math.round(value * 32_768) + 0)).toEqual(expected);
  }
});

test('PCM has its highest byte first; half a sample at the end is none', () => {
  expect([...decodeL16(Uint8Array.of(0x40, 0, 0xc0, 0, 0x7f, 0xff, 0x80, 0, 0x12))]).toEqual([0.5, -0.5, 32_767 / 32_768, -1]);
  expect(decodeL16(new Uint8Array())).toHaveLength(0);
});

test(
  'G.711 becomes AAC at its own times, a gap stays a gap, and FFmpeg finds the tone',
  { skip: !hasFfmpeg, timeout: 20_000 },
  async () => {
    const sound = createSoundTranscoder({ clock: systemClock, log: pino({ level: 'silent' }) });
    const { stdout: tone } = spawnSync('ffmpeg', [
      '-v',
      'error',
      '-f',
      'lavfi',
      '-i',
      'sine=frequency=440:sample_rate=8000:duration=3',
      '-f',
      'alaw',
      '-',
    ]);
    const frames: { time: number; data: Uint8Array }[] = [];
    const encoding = sound.open(
      { codec: { name: 'pcma' }, sampleRate: 8000, channels: 1 },
      (time, data) => void frames.push({ time, data }),
    );
    for (let at = 0; at < tone.length; at += 160) encoding?.push(1_000_000 + at + (at >= 16_000 ? 80_000 : 0), tone.subarray(at, at + 160));
    await expect.poll(() => frames.length, { timeout: 15_000 }).toBeGreaterThan(20);
    encoding?.close();
    sound.close();
    // AAC begins with a frame that lies before the first sample.
    expect(frames[0]?.time).toBe(1_000_000 - 1024);
    const steps = frames.slice(1).map(({ time }, index) => time - (frames[index]?.time ?? 0));
    expect(steps.filter((step) => step !== 1024)).toHaveLength(1);

    const track = aacTrack(8000, 1);
    if (!track) throw new Error('no track');
    const video = { kind: 'video' as const, codec: 'avc1.42c01e', width: 16, height: 16, configuration: Uint8Array.of(1) };
    const samples = frames
      .slice(0, 14)
      .map(({ time, data }): Sample => ({ kind: 'audio', decodeTime: time, compositionOffset: 0, duration: 1024, keyFrame: true, data }));
    const file = Buffer.concat([initSectionOf({ video, audio: track }).bytes, buildFragment(samples, 1)]);
    const { stderr } = spawnSync(
      'ffmpeg',
      ['-v', 'info', '-i', '-', '-map', '0:a', '-af', 'bandpass=f=440:width_type=h:w=100,volumedetect', '-f', 'null', '-'],
      { input: file, encoding: 'utf8' },
    );
    expect(Number(/mean_volume: (-?[\d.]+) dB/.exec(stderr)?.[1])).toBeGreaterThan(-30);
  },
);
