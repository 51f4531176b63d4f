import { expect, test } from 'vitest';
import { adjusted, pictureFilters, soundOptions, unadjusted, withoutSound } from './adjustment.ts';
import type { Frame, FrameSource } from './frame-source.ts';

test('the picture is rotated before it is mirrored', () => {
  expect(pictureFilters(unadjusted)).toEqual([]);
  expect(pictureFilters({ ...unadjusted, rotation: 90, isMirroredVertically: true })).toEqual(['transpose=clock', 'vflip']);
  expect(pictureFilters({ ...unadjusted, rotation: 180 })).toEqual(['hflip', 'vflip']);
  expect(pictureFilters({ ...unadjusted, rotation: 270, isMirroredHorizontally: true })).toEqual(['transpose=cclock', 'hflip']);
});

test('the sound is unchanged, louder, softer, or not even read', () => {
  expect(soundOptions(unadjusted)).not.toContain('-af');
  expect(soundOptions({ ...unadjusted, microphoneSensitivity: 100 }).slice(0, 2)).toEqual(['-af', 'volume=20dB']);
  expect(soundOptions({ ...unadjusted, microphoneSensitivity: 25 }).slice(0, 2)).toEqual(['-af', 'volume=-10dB']);
  expect(soundOptions({ ...unadjusted, isMicrophoneOn: false })).toEqual(['-an']);
});

test('a change leaves other settings alone', () => {
  expect(adjusted({ ...unadjusted, rotation: 90 }, { isMicrophoneOn: false, timeZone: 'Asia/Omsk' })).toEqual({
    ...unadjusted,
    rotation: 90,
    isMicrophoneOn: false,
    timeZone: 'Asia/Omsk',
  });
});

test('a muted source announces and sends no sound', async () => {
  const frame = (kind: 'video' | 'audio'): Frame => ({
    kind,
    keyFrame: true,
    decodeTime: 0,
    compositionOffset: 0,
    duration: 1,
    data: new Uint8Array(1),
  });
  const source: FrameSource = {
    video: { kind: 'video', codec: 'avc1.4d401f', width: 640, height: 360, configuration: '' },
    audio: { kind: 'audio', codec: 'mp4a.40.2', sampleRate: 48_000, channels: 1, configuration: '' },
    frames: async function* () {
      yield* [frame('video'), frame('audio'), frame('video')];
    },
  };
  const silent = withoutSound(source);
  const kinds: string[] = [];
  for await (const { kind } of silent.frames(new AbortController().signal)) kinds.push(kind);
  expect([silent.audio, silent.video, kinds]).toEqual([null, source.video, ['video', 'video']]);
});
