import { createManualClock } from '@watchpost/contract/testing';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Sample, Tracks } from '../media-types.ts';
import { createCameraRecorder } from './camera-recorder.ts';
import { createPreRoll } from './pre-roll.ts';
import { createRecordingGate } from './recording-gate.ts';

const tracks: Tracks = {
  video: { kind: 'video', codec: 'avc1.42c01e', width: 16, height: 16, configuration: new Uint8Array([1]) },
  audio: { kind: 'audio', codec: 'mp4a.40.2', sampleRate: 16_000, channels: 1, configuration: new Uint8Array([2]) },
};
const frame = (tenth: number, gop = 20, bytes = 100): Sample => ({
  kind: 'video',
  decodeTime: tenth * 9000,
  compositionOffset: 0,
  duration: 9000,
  keyFrame: tenth % gop === 0,
  data: new Uint8Array(bytes),
});
const sound = (tenth: number): Sample => ({
  kind: 'audio',
  decodeTime: tenth * 1600,
  compositionOffset: 0,
  duration: 1600,
  keyFrame: true,
  data: new Uint8Array(10),
});

function setUp(mode: 'always' | 'motion' | 'disabled', options: { isSoundRecorded?: boolean; maximumHeld?: number; gop?: number } = {}) {
  const { isSoundRecorded = true, gop = 20, maximumHeld } = options;
  const segments: { from: number; to: number | null; init: string }[] = [];
  const writer = {
    queuedBytes: 0,
    open: (startMs: number, init: { mimeType: string }) => void segments.push({ from: startMs / 1000, to: null, init: init.mimeType }),
    append: () => undefined,
    finish: (endMs: number) => {
      const last = segments.at(-1);
      if (last) last.to = endMs / 1000;
    },
  };
  const recorder = createCameraRecorder({
    writer,
    clock: createManualClock(),
    notBefore: 0,
    onRecording: () => undefined,
    onOffline: () => undefined,
    onOverload: () => undefined,
  });
  const gate = createRecordingGate({ recorder, mode, isSoundRecorded, ...(maximumHeld !== undefined && { maximumHeld }) });
  gate.onTracks(tracks);
  let tenth = 0;
  /** Plays a camera of 10 fps with a key frame every 2 s, up to a second of its time. */
  const playTo = (second: number): void => {
    for (; tenth < second * 10; tenth += 1) {
      gate.onSample(frame(tenth, gop), () => new Uint8Array());
      gate.onSample(sound(tenth), () => new Uint8Array());
    }
  };
  /** Lists the recorded spans, in seconds. */
  const spans = (): (readonly [number, number | null])[] => {
    const joined: [number, number | null][] = [];
    for (const { from, to } of segments) {
      const last = joined.at(-1);
      if (last && last[1] === from) last[1] = to;
      else joined.push([from, to]);
    }
    return joined;
  };
  return { gate, recorder, playTo, segments, spans };
}

describe('recording of motion only', () => {
  test('records nothing while nothing moves', () => {
    const { playTo, spans } = setUp('motion');
    playTo(100);
    expect(spans()).toEqual([]);
  });

  test('records from the key frame at or before 10 s before the motion, to the first key frame 10 s after it', () => {
    const { gate, playTo, spans } = setUp('motion');
    playTo(61);
    gate.onMotion('began', 61_000);
    playTo(70);
    gate.onMotion('ended', 65_000);
    playTo(100);
    expect(spans()).toEqual([[50, 76]]);
  });

  test('the pictures before a motion stay when the sound alone has come or gone', () => {
    const { gate, playTo, spans, segments } = setUp('motion');
    playTo(60);
    gate.onTracks({ ...tracks, audio: null });
    for (let tenth = 600; tenth < 610; tenth += 1) gate.onSample(frame(tenth), () => new Uint8Array());
    gate.onMotion('began', 61_000);
    for (let tenth = 610; tenth < 900; tenth += 1) gate.onSample(frame(tenth), () => new Uint8Array());
    expect(spans()[0]?.[0]).toBe(50);
    expect(segments[0]?.init).not.toContain('mp4a');
  });

  test('a late notice still gets its 10 s before', () => {
    const { gate, playTo, spans } = setUp('motion');
    playTo(62.5);
    gate.onMotion('began', 60_000);
    playTo(70);
    gate.onMotion('ended', 60_000);
    playTo(80);
    expect(spans()).toEqual([[50, 70]]);
  });

  test('motions within the 10 s, or simultaneous ones, are one recording; later ones another', () => {
    const { gate, playTo, spans } = setUp('motion');
    playTo(30);
    gate.onMotion('began', 30_000);
    playTo(32);
    gate.onMotion('began', 32_000);
    gate.onMotion('ended', 31_000);
    playTo(60);
    gate.onMotion('ended', 58_000);
    playTo(66);
    gate.onMotion('began', 66_000);
    gate.onMotion('ended', 67_000);
    playTo(100);
    gate.onMotion('began', 100_000);
    gate.onMotion('ended', 100_000);
    playTo(120);
    expect(spans()).toEqual([
      [20, 78],
      [90, 110],
    ]);
  });

  test('of two motions close together, the shared time before them is recorded once', () => {
    const { gate, playTo, spans } = setUp('motion');
    playTo(30);
    gate.onMotion('began', 30_000);
    gate.onMotion('ended', 30_000);
    playTo(44);
    gate.onMotion('began', 44_000);
    gate.onMotion('ended', 44_000);
    playTo(80);
    // The 10 s before the second motion begin inside the first recording: nothing overlaps, nothing is left out.
    expect(spans()).toEqual([[20, 54]]);
  });

  test('going offline ends it; what came before is not mixed with what comes after', () => {
    const { gate, playTo, spans } = setUp('motion');
    playTo(30);
    gate.onMotion('began', 30_000);
    playTo(33.5);
    gate.onOffline?.({ code: 'camera-offline', detail: '' });
    gate.onMotion('ended', 33_000);
    expect(gate.heldBytes).toBe(0);
    gate.onTracks(tracks);
    playTo(60);
    expect(spans()).toEqual([[20, 33.5]]);
  });
});

describe('footage held for a motion that may begin', () => {
  test('holds 10 s and the notice delay, in whole groups of pictures', () => {
    const { gate, playTo } = setUp('motion');
    playTo(1000);
    // 13 s and the group that contains them, of 10 frames of 100 bytes and 10 audio frames of 10 bytes per second.
    expect(gate.heldBytes).toBeGreaterThanOrEqual(13 * 1100);
    expect(gate.heldBytes).toBeLessThanOrEqual(18 * 1100);
  });

  test('never holds more than its limit, whatever the camera sends', () => {
    fc.assert(
      fc.property(fc.array(fc.record({ bytes: fc.integer({ min: 1, max: 5000 }), isKey: fc.boolean() }), { maxLength: 300 }), (frames) => {
        const held = createPreRoll({ length: 13_000, maximumBytes: 20_000 });
        frames.forEach(({ bytes, isKey }, index) => {
          held.add({ ...frame(index, 20, bytes), keyFrame: isKey });
          expect(held.bytes).toBeLessThanOrEqual(20_000);
        });
        const samples = held.takeFrom(0);
        expect(samples.reduce((sum, { data }) => sum + data.byteLength, 0)).toBeLessThanOrEqual(20_000);
        expect(samples[0]?.keyFrame ?? true).toBe(true);
        expect(held.bytes).toBe(0);
      }),
    );
  });

  test('a camera that sends too much has less footage before a motion', () => {
    const { gate, playTo, spans } = setUp('motion', { maximumHeld: 6000 });
    playTo(60.5);
    gate.onMotion('began', 60_500);
    gate.onMotion('ended', 60_500);
    playTo(90);
    expect(spans()).toEqual([[56, 72]]);
  });
});

describe('changes of settings', () => {
  test('disabled records nothing, and ends a running recording immediately', () => {
    const { gate, playTo, spans } = setUp('always');
    playTo(11.5);
    gate.setMode('disabled');
    playTo(30);
    gate.setMode('always');
    playTo(41);
    expect(spans()).toEqual([
      [0, 11.5],
      [30, null],
    ]);
  });

  test('from always to motion: up to the next key frame, or while motion lasts; and back immediately', () => {
    const { gate, playTo, spans } = setUp('always');
    playTo(11);
    gate.setMode('motion');
    playTo(31);
    gate.setMode('always');
    playTo(41);
    expect(spans()).toEqual([
      [0, 12],
      [30, null],
    ]);
    gate.onMotion('began', 41_000);
    gate.setMode('motion');
    playTo(50);
    gate.onMotion('ended', 45_000);
    playTo(70);
    expect(spans()).toEqual([
      [0, 12],
      [30, 56],
    ]);
  });

  test('without audio the recording has no audio track; once audio is back it has one, from the next key frame on', () => {
    const { gate, playTo, segments } = setUp('always', { isSoundRecorded: false });
    playTo(5);
    gate.setSound(true);
    playTo(7);
    gate.setSound(false);
    playTo(9);
    expect(segments.map(({ from, init }) => [from, init.includes('mp4a')])).toEqual([
      [0, false],
      [4, false],
      [6, true],
      [8, false],
    ]);
  });
});
