import { spawnSync } from 'node:child_process';
import { concatBytes, walkBoxes } from '@watchpost/mp4';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { encodeScene } from '../../testing/scene-samples.ts';
import type { Sample } from '../media-types.ts';
import { buildFragment } from './fragment.ts';
import { initSectionOf, withoutAudio } from './init-section.ts';
import { stripAudioFromInit } from './strip-audio.ts';
import { segmentTimes, walkSegment } from './segment-walker.ts';

const sampleArbitrary = fc.record({
  duration: fc.integer({ min: 1, max: 1e6 }),
  compositionOffset: fc.nat(1e6),
  keyFrame: fc.boolean(),
  data: fc.uint8Array({ maxLength: 60 }),
});

function timed(kind: 'video' | 'audio', start: number, rows: readonly Omit<Sample, 'kind' | 'decodeTime'>[]): Sample[] {
  let decodeTime = start;
  return rows.map((row) => {
    const sample = { ...row, kind, decodeTime };
    decodeTime += row.duration;
    return sample;
  });
}

describe('fragments', () => {
  test('are read back as written, at any time and cut off anywhere', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('video' as const, 'audio' as const),
        fc.integer({ min: 0, max: 9e14 }),
        fc.array(sampleArbitrary, { minLength: 1, maxLength: 20 }),
        fc.nat(4000),
        (kind, start, rows, cut) => {
          const samples = timed(kind, start, rows);
          const bytes = buildFragment(samples, 7);
          const whole = walkSegment(concatBytes([bytes, bytes]));
          expect(whole.fragments).toHaveLength(2);
          let data = 88 + 16 * rows.length + 8;
          const spans = rows.map(({ data: { byteLength: size }, ...row }) => {
            data += size;
            return { ...row, size, start: data - size };
          });
          expect(whole.fragments[0]).toEqual({
            kind,
            samples: spans,
            start: 0,
            end: bytes.byteLength,
            decodeTime: start,
            duration: rows.reduce((sum, row) => sum + row.duration, 0),
            keyFrame: rows[0]?.keyFrame,
          });
          const broken = walkSegment(concatBytes([bytes, bytes.subarray(0, cut % bytes.byteLength)]));
          expect(broken.wholeBytes).toBe(bytes.byteLength);
        },
      ),
    );
  });
  test('samples that claim to be before their own media are left out', () => {
    const bytes = buildFragment(timed('video', 0, [{ duration: 1, compositionOffset: 0, keyFrame: true, data: new Uint8Array(6) }]), 7);
    // Behind the type of trun: its flags, its count, then the offset of the first sample.
    const offset = Buffer.from(bytes).indexOf('trun') + 12;
    expect(walkSegment(bytes).fragments).toHaveLength(1);
    new DataView(bytes.buffer, bytes.byteOffset).setInt32(offset, -100_000);
    expect(walkSegment(bytes).fragments).toEqual([]);
  });
  test('any bytes are walked without an exception', () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => void walkSegment(bytes)));
  });
});

const scene = encodeScene({ seconds: 6 });

describe.skipIf(scene === null)('real samples', () => {
  test('decode in FFmpeg, every frame, at their wall-clock time', () => {
    if (!scene) return;
    const origin = Date.UTC(2026, 0, 15, 12);
    const at = (sample: Sample): Sample => ({
      ...sample,
      decodeTime: Math.round(sample.decodeTime + (origin / 1000) * (sample.kind === 'video' ? 90_000 : 16_000)),
    });
    const samples = scene.samples.map(at);
    const video = samples.filter(({ kind }) => kind === 'video');
    const audio = samples.filter(({ kind }) => kind === 'audio');
    const init = initSectionOf(scene.tracks);
    expect(init.mimeType).toMatch(/^video\/mp4; codecs="avc1\.[0-9a-f]{6}, mp4a\.40\.2"$/);
    expect(init.hash).toMatch(/^[0-9a-f]{16}$/);

    const body = concatBytes([...video.map((sample, index) => buildFragment([sample], index)), buildFragment(audio, 99)]);
    const probe = decode(concatBytes([init.bytes, body]));
    expect(probe.errors).toBe('');
    expect(probe.frames).toBe(60);
    expect(probe.streams).toBe(2);
    expect(segmentTimes(walkSegment(body))).toEqual({ startMs: origin, endMs: origin + 6000 });

    const silent = stripAudioFromInit(init.bytes);
    expect(silent).toEqual(initSectionOf(withoutAudio(scene.tracks)).bytes.map((byte) => byte));
    const videoFragments = walkSegment(body).fragments.filter(({ kind }) => kind === 'video');
    const mute = decode(concatBytes([silent, ...videoFragments.map(({ start, end }) => body.subarray(start, end))]));
    expect(mute).toEqual({ errors: '', frames: 60, streams: 1 });
    expect([...walkBoxes(silent)].map(({ type }) => type)).toEqual(['ftyp', 'moov']);
  });
});

function decode(file: Uint8Array): { errors: string; frames: number; streams: number } {
  const run = spawnSync(
    'ffprobe',
    ['-v', 'error', '-count_frames', '-show_entries', 'stream=codec_type,nb_read_frames', '-of', 'json', '-'],
    { input: file, maxBuffer: 1e7 },
  );
  const { streams = [] }: { streams?: { codec_type: string; nb_read_frames: string }[] } = JSON.parse(run.stdout.toString() || '{}');
  return {
    errors: run.stderr.toString(),
    frames: Number(streams.find(({ codec_type }) => codec_type === 'video')?.nb_read_frames ?? 0),
    streams: streams.length,
  };
}
