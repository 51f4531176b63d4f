import { systemClock } from '@watchpost/contract/timing/clock';
import fc from 'fast-check';
import { pino } from 'pino';
import { describe, expect, onTestFinished, test } from 'vitest';
import { encodeScene } from '../../testing/scene-samples.ts';
import type { Sample, SourceListener, Tracks } from '../media-types.ts';
import { choosePictureDecoder } from '../snapshots/choose-decoder.ts';
import { createPictureCheck } from '../snapshots/picture-check.ts';
import { findFrameFault, findTrackFault } from './push-faults.ts';
import { createPushGates, type CheckPicture, type GatedListener } from './push-gate.ts';

const log = pino({ level: 'silent' });
const scene = encodeScene({ seconds: 4, audio: true });
const wide = encodeScene({ seconds: 2, audio: false, size: '640x360' });

function unit(type: number, ...bytes: number[]): Uint8Array {
  return Uint8Array.of(0, 0, 0, bytes.length + 1, type, ...bytes);
}

test.each([
  ['nothing', Uint8Array.of(), false, 'A frame has no picture.'],
  ['text', Buffer.from('hello there'), false, 'A frame is not made of whole units.'],
  ['a length past the end', Uint8Array.of(0, 0, 0, 9, 0x65, 1), false, 'A frame is not made of whole units.'],
  ['a length of nothing', Uint8Array.of(0, 0, 0, 0), false, 'A frame is not made of whole units.'],
  ['the forbidden bit', unit(0xe5, 1), false, 'A unit has its forbidden bit set.'],
  ['parameter sets alone', unit(0x67, 1), false, 'A frame has no picture.'],
  ['a key frame of another picture', unit(0x41, 1), true, 'A key frame is none.'],
  ['a picture', unit(0x41, 1), false, null],
  ['a key frame', unit(0x65, 1), true, null],
  ['a recovery point', Uint8Array.of(...unit(0x06, 6), ...unit(0x41, 1)), true, null],
] as const)('a frame of %s', (_, data, keyFrame, fault) => expect(findFrameFault({ data, keyFrame })).toBe(fault));

test('never throws, whatever bytes arrive', () => {
  fc.assert(fc.property(fc.uint8Array({ maxLength: 200 }), fc.boolean(), (data, keyFrame) => void findFrameFault({ data, keyFrame })));
  fc.assert(
    fc.property(
      fc.uint8Array({ maxLength: 200 }),
      (configuration) => void findTrackFault({ kind: 'video', codec: 'avc1.42c01e', width: 16, height: 16, configuration }),
    ),
  );
});

describe.skipIf(!scene || !wide)('video that a camera pushes', () => {
  /** Lists what passed the gate, in short form. */
  function setUp(check: CheckPicture) {
    if (!scene || !wide) throw new Error('FFmpeg is needed to make the scene.');
    const received: string[] = [];
    const refused: string[] = [];
    const consumer: SourceListener = {
      onTracks: ({ video }) => void received.push(`tracks ${video.width}`),
      onSample: ({ kind, keyFrame }) => void received.push(keyFrame && kind === 'video' ? 'key' : kind),
      onEnd: ({ code }) => void received.push(code),
      onCut: () => void received.push('cut'),
    };
    const gates = createPushGates({ check, log });
    const open = (cameraId = 'c1'): GatedListener => gates(cameraId)(consumer, (detail) => void refused.push(detail));
    const pictures = scene.samples.filter(({ kind }) => kind === 'video');
    return { received, refused, open, tracks: scene.tracks, wide, samples: scene.samples, pictures };
  }
  const play = (gate: SourceListener, tracks: Tracks, samples: readonly Sample[]): void => {
    gate.onTracks(tracks);
    for (const sample of samples) gate.onSample(sample);
  };

  test('waits until its first key frame is decoded, then passes complete and in order; the same camera never waits again', async () => {
    let isFine = (): void => undefined;
    let checks = 0;
    const { received, open, tracks, samples } = setUp(() => new Promise((resolve) => ((checks += 1), (isFine = () => resolve(null)))));
    const gate = open();
    gate.onCut?.(0);
    play(gate, tracks, samples.slice(0, 12));
    expect([received, checks]).toEqual([['cut'], 1]);
    isFine();
    const all = ['cut', 'tracks 320', 'key', ...samples.slice(1, 12).map(({ kind }) => kind)];
    await expect.poll(() => received).toEqual(all);
    play(open(), tracks, samples.slice(0, 1));
    expect(received).toEqual([...all, 'tracks 320', 'key']);
    play(open('c2'), tracks, samples.slice(0, 1));
    expect([received.length, checks]).toEqual([all.length + 2, 2]);
  });

  test('during the check, sound waits in bounded memory as pictures do', async () => {
    let isFine = (): void => undefined;
    const { received, open, tracks, samples } = setUp(() => new Promise((resolve) => (isFine = () => resolve(null))));
    const gate = open();
    const [key] = samples;
    const sound = samples.find(({ kind }) => kind === 'audio');
    if (!key || !sound) throw new Error('The scene has no sound.');
    play(gate, tracks, [key]);
    const large = { ...sound, data: new Uint8Array(10_000_000) };
    for (let count = 0; count < 20; count += 1) gate.onSample(large);
    isFine();
    await expect.poll(() => received).toEqual(['tracks 320', 'key', 'audio', 'audio', 'audio']);
  });

  test('a source that ends during the check emits nothing more', async () => {
    let answer = (_: string | null): void => undefined;
    const { received, refused, open, tracks, pictures } = setUp(() => new Promise((resolve) => (answer = resolve)));
    const gate = open();
    play(gate, tracks, pictures.slice(0, 3));
    gate.close();
    answer(null);
    await new Promise((resolve) => setImmediate(resolve));
    play(gate, tracks, pictures);
    expect([received, refused]).toEqual([[], []]);
  });

  test('a new configuration is checked separately, and pending samples of the old one are discarded', async () => {
    const answers: ((fault: string | null) => void)[] = [];
    const { received, refused, open, tracks, wide: next, pictures } = setUp(() => new Promise((resolve) => answers.push(resolve)));
    const gate = open();
    play(gate, tracks, pictures.slice(0, 3));
    play(gate, next.tracks, next.samples.slice(0, 2));
    answers[0]?.(null);
    answers[1]?.('A key frame can’t be decoded.');
    await expect.poll(() => refused).toEqual(['A key frame can’t be decoded.']);
    play(gate, tracks, pictures);
    expect(received).toEqual([]);
  });

  test(
    'real video passes the real decoder; garbage in its place is rejected, and none of it is passed on',
    { timeout: 20_000 },
    async () => {
      const decoder = await choosePictureDecoder({ ffmpegPath: null, clock: systemClock, log });
      onTestFinished(() => decoder?.close?.());
      const check = createPictureCheck({ decoder, log });
      const good = setUp(check);
      play(good.open(), good.tracks, good.pictures.slice(0, 5));
      await expect.poll(() => good.received, { timeout: 10_000 }).toHaveLength(6);
      const garbage = (sample: Sample): Sample => ({
        ...sample,
        data: unit(0x65, ...Array.from({ length: 400 }, (_, index) => (index * 37) & 0xff)),
      });
      const faults: readonly (readonly [string, Tracks, readonly Sample[]])[] = [
        ['an invalid slice', good.tracks, good.pictures.slice(0, 1).map(garbage)],
        [
          'no frame at all',
          good.tracks,
          good.pictures.slice(0, 1).map((sample) => ({ ...sample, data: Buffer.from('garbage in a frame') })),
        ],
        [
          'no parameter sets',
          { ...good.tracks, video: { ...good.tracks.video, configuration: Buffer.from('AULAHv/hAAA=', 'base64') } },
          good.pictures.slice(0, 1),
        ],
        ['another codec', { ...good.tracks, video: { ...good.tracks.video, codec: 'vp09.00.10.08' } }, good.pictures.slice(0, 1)],
      ];
      for (const [what, tracks, samples] of faults) {
        const bad = setUp(check);
        play(bad.open(), tracks, samples);
        await expect.poll(() => bad.refused, { timeout: 10_000, message: what }).toHaveLength(1);
        expect(bad.received).toEqual([]);
      }
    },
  );
});
