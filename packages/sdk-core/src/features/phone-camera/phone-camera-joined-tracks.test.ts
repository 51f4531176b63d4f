import type { AgentAudioTrack } from '@watchpost/contract/protocols/agent';
import { expect, test } from 'vitest';
import { joinTracks } from './phone-camera-joined-tracks.ts';
import type { PhoneSample } from './phone-camera-types.ts';
import { fakeTracks } from './testing/fake-phone.ts';

const { video } = fakeTracks;
const audio: AgentAudioTrack = { kind: 'audio', codec: 'pcmu', sampleRate: 16_000, channels: 1, configuration: '' };
const sampleOf = (kind: PhoneSample['kind']): PhoneSample => ({
  kind,
  keyFrame: true,
  decodeTime: 1,
  compositionOffset: 0,
  duration: 0.04,
  data: Uint8Array.of(1),
});

function setUp() {
  const seen: string[] = [];
  const joined = joinTracks(
    {
      onTracks: (tracks) => void seen.push(tracks.audio ? 'tracks+sound' : 'tracks'),
      onSample: ({ kind }) => void seen.push(kind),
    },
    () => void seen.push('key frame, please'),
  );
  return { seen, joined };
}

test('a microphone that never delivers announces no sound, so nobody waits for it', () => {
  const { seen, joined } = setUp();
  joined.onVideoTrack(video);
  joined.onVideo(sampleOf('video'));
  joined.onVideoTrack({ ...video, width: 720 });
  expect(seen).toEqual(['tracks', 'video', 'tracks']);
});

test('sound is announced with its first sample, with a key frame to begin with, and once', () => {
  const { seen, joined } = setUp();
  joined.onVideoTrack(video);
  joined.onVideo(sampleOf('video'));
  joined.onAudio(audio, sampleOf('audio'));
  joined.onAudio(audio, sampleOf('audio'));
  expect(seen).toEqual(['tracks', 'video', 'tracks+sound', 'key frame, please', 'audio', 'audio']);
});

test('sound before the first picture is announced with it', () => {
  const { seen, joined } = setUp();
  joined.onAudio(audio, sampleOf('audio'));
  joined.onVideoTrack(video);
  expect(seen).toEqual(['audio', 'tracks+sound']);
});
