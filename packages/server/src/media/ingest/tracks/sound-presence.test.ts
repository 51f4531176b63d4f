import { createManualClock } from '@watchpost/contract/testing';
import { expect, test } from 'vitest';
import { videoTimescale, type AudioTrack, type Sample, type Tracks } from '../../media-types.ts';
import { createSoundPresence } from './sound-presence.ts';

const audio: AudioTrack = { kind: 'audio', codec: 'mp4a.40.2', sampleRate: 16_000, channels: 1, configuration: Uint8Array.of(0x14, 8) };
const video = { kind: 'video' as const, codec: 'avc1.42c01e', width: 16, height: 16, configuration: Uint8Array.of(1) };
const silence = '00c800802380';

/** A camera of 10 pictures a second with a key frame every second, whose sound can be switched. */
function setUp() {
  const clock = createManualClock();
  /** Consecutive equal entries are one. */
  const seen: string[] = [];
  const sounds: Sample[] = [];
  const pictures: Sample[] = [];
  const see = (what: string): void => {
    if (seen.at(-1) !== what) seen.push(what);
  };
  const declared: Tracks[] = [];
  const presence = createSoundPresence({
    clock,
    guard: (call) => call(),
    listener: {
      onTracks: (tracks) => {
        declared.push(tracks);
        see(tracks.audio ? 'tracks+sound' : 'tracks');
      },
      onSample: (sample) => {
        (sample.kind === 'audio' ? sounds : pictures).push(sample);
        if (sample.kind === 'video') see('picture');
        else see(Buffer.from(sample.data).toString('hex') === silence ? 'silence' : 'sound');
      },
    },
  });
  const step = { video: 0, audio: 0 };
  return {
    clock,
    presence,
    seen,
    sounds,
    pictures,
    declared,
    begin: (tracks: Tracks = { video, audio }) => presence.onTracks(tracks),
    play: (seconds: number, { sound = true, picture = true } = {}) => {
      for (let tenth = 0; tenth < seconds * 10; tenth += 1) {
        const unix = clock.now() / 1000;
        if (picture) {
          const keyFrame = step.video++ % 10 === 0;
          presence.onSample({
            kind: 'video',
            decodeTime: Math.round(unix * videoTimescale),
            compositionOffset: 0,
            duration: 9000,
            keyFrame,
            data: Uint8Array.of(1),
          });
        }
        if (sound)
          presence.onSample({
            kind: 'audio',
            decodeTime: Math.round(unix * 16_000),
            compositionOffset: 0,
            duration: 1600,
            keyFrame: true,
            data: Uint8Array.of(2),
          });
        clock.advance(100);
      }
    },
  };
}

test('a camera with sound begins with both tracks, declared once', () => {
  const rig = setUp();
  rig.begin();
  expect(rig.seen).toEqual([]);
  rig.play(5);
  expect(rig.declared.map((tracks) => tracks.audio)).toEqual([audio]);
  expect(rig.seen.slice(0, 3)).toEqual(['tracks+sound', 'picture', 'sound']);
  expect([rig.pictures.length, rig.sounds.length]).toEqual([50, 50]);
});

test('announced sound that never comes: the picture goes on without after a second, and no picture is lost', () => {
  const rig = setUp();
  rig.begin();
  rig.play(1, { sound: false });
  expect(rig.seen).toEqual(['tracks', 'picture']);
  expect(rig.pictures).toHaveLength(10);
  rig.play(10, { sound: false });
  expect([rig.declared.length, rig.pictures.length]).toEqual([1, 110]);
});

test('a camera that ends before its sound came has shown its picture', () => {
  const rig = setUp();
  rig.begin();
  rig.play(0.1, { sound: false });
  rig.presence.flush();
  expect(rig.seen).toEqual(['tracks', 'picture']);
  expect(rig.clock.pending).toBe(0);
});

test('sound that stops: silence takes its place, then the next key frame begins tracks without', () => {
  const rig = setUp();
  rig.begin();
  rig.play(3);
  rig.seen.length = 0;
  rig.play(5, { sound: false });
  expect(rig.seen.filter((what) => what.startsWith('tracks'))).toEqual(['tracks']);
  expect(rig.seen.indexOf('silence')).toBeLessThan(rig.seen.indexOf('tracks'));
  expect(rig.seen.slice(rig.seen.indexOf('tracks'))).toEqual(['tracks', 'picture']);
  expect(rig.declared.at(-1)?.video).toBe(video);
  // Without a hole: a player would stop in it.
  rig.sounds.slice(1).forEach(({ decodeTime }, index) => {
    const before = rig.sounds[index];
    expect(decodeTime).toBe((before?.decodeTime ?? 0) + (before?.duration ?? 0));
  });
  expect(rig.pictures).toHaveLength(80);
  const boundary = rig.pictures.findIndex(({ decodeTime }) => decodeTime / videoTimescale > (rig.sounds.at(-1)?.decodeTime ?? 0) / 16_000);
  expect(rig.pictures.slice(boundary - 2, boundary + 4).some(({ keyFrame }) => keyFrame)).toBe(true);
});

test.each([
  ['2 s before a key frame is left out from that one on', 3.1, 5],
  ['1.9 s before it is left out from the next one on', 3.2, 6],
])('sound that stopped %s', (_, stopsAfter, at) => {
  const rig = setUp();
  const began = rig.clock.now();
  const secondsBefore = (): number => Math.round(at * 10 - (rig.clock.now() - began) / 100) / 10;
  rig.begin();
  rig.play(stopsAfter);
  rig.play(secondsBefore(), { sound: false });
  expect(rig.declared.map((tracks) => tracks.audio)).toEqual([audio]);
  rig.play(0.1, { sound: false });
  expect(rig.declared.map((tracks) => tracks.audio)).toEqual([audio, null]);
});

test('sound that starts late, or comes back, begins with a key frame; one that comes and goes does so ever more rarely', () => {
  const rig = setUp();
  rig.begin();
  rig.play(3, { sound: false });
  rig.play(3);
  expect(rig.seen.filter((what) => what.startsWith('tracks'))).toEqual(['tracks', 'tracks+sound']);
  expect(rig.seen.slice(rig.seen.indexOf('tracks+sound')).slice(0, 3)).toEqual(['tracks+sound', 'picture', 'sound']);
  for (let minute = 0; minute < 10; minute += 1) {
    rig.play(4, { sound: false });
    rig.play(20);
  }
  // 2, 4, 8 and 16 s of steady sound are within the 20 s.
  expect(rig.declared).toHaveLength(2 + 2 * 4 + 1);
});

test('a pause of the network, in which the picture pauses as well, is not the sound’s silence', () => {
  const rig = setUp();
  rig.begin();
  rig.play(3);
  rig.clock.advance(8000);
  rig.play(3);
  expect(rig.declared).toHaveLength(1);
  expect(rig.seen).not.toContain('silence');
});

test('sound that comes after silence has taken its place is left out until it is in time', () => {
  const rig = setUp();
  rig.begin();
  rig.play(3);
  rig.play(1, { sound: false });
  const end = rig.sounds.at(-1)?.decodeTime ?? 0;
  rig.presence.onSample({
    kind: 'audio',
    decodeTime: end - 5,
    compositionOffset: 0,
    duration: 1024,
    keyFrame: true,
    data: Uint8Array.of(3),
  });
  expect(rig.sounds.at(-1)?.decodeTime).toBe(end);
  rig.play(1);
  expect(rig.declared).toHaveLength(1);
  expect(rig.seen.at(-1)).toBe('sound');
});

test('new parameters of the picture keep running sound; another sound is waited for again', () => {
  const rig = setUp();
  rig.begin();
  rig.play(2);
  rig.presence.onTracks({ video: { ...video, width: 32 }, audio: { ...audio } });
  expect(rig.declared.at(-1)).toMatchObject({ video: { width: 32 }, audio });
  rig.presence.onTracks({ video, audio: { ...audio, sampleRate: 8000 } });
  expect(rig.declared).toHaveLength(2);
  rig.clock.advance(1000);
  expect(rig.declared.at(-1)?.audio).toBe(null);
});

test('a camera without sound is not held back', () => {
  const rig = setUp();
  rig.begin({ video, audio: null });
  expect(rig.seen).toEqual(['tracks']);
});
