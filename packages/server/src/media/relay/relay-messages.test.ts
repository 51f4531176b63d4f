import { describe, expect, test } from 'vitest';
import { createTokens } from '../../kernel/tokens.ts';
import type { Sample, Tracks } from '../media-types.ts';
import {
  decodeSample,
  decodeSpeech,
  encodeSample,
  encodeSpeech,
  parseHolderMessage,
  parseViewerMessage,
  relaySubject,
  tracksMessage,
  tracksOf,
} from './relay-messages.ts';
import { isRelayToken, signRelayToken } from './relay-token.ts';

const tracks: Tracks = {
  video: { kind: 'video', codec: 'avc1.42c01e', width: 1920, height: 1080, configuration: new Uint8Array([1, 0, 255]) },
  audio: { kind: 'audio', codec: 'opus', sampleRate: 48_000, channels: 2, configuration: new Uint8Array([2]) },
  isTranscoded: true,
  unplayedSound: 'MP2',
};
const picture: Sample = {
  kind: 'video',
  decodeTime: 1_800_000_000 * 90_000 + 7,
  compositionOffset: 6000,
  duration: 3000,
  keyFrame: true,
  damaged: 2,
  data: new Uint8Array([0, 0, 0, 1, 9]),
};
const { damaged: _, ...whole } = picture;

test.each<[string, Sample, boolean]>([
  ['a key frame', picture, false],
  ['a picture after a gap', { ...whole, keyFrame: false, compositionOffset: 0 }, true],
  ['sound', { ...whole, kind: 'audio', decodeTime: 1_800_000_000 * 48_000, duration: 960 }, false],
  ['an empty one', { ...whole, data: new Uint8Array() }, false],
])('%s arrives as it was sent', (_name, sample, afterGap) => {
  const message = encodeSample(sample, afterGap);
  // As a socket hands it over: a part of a larger buffer.
  const received = Buffer.concat([new Uint8Array(3), message]).subarray(3);
  const read = decodeSample(received);
  expect(read).toEqual({ sample: { ...sample, data: expect.anything() }, afterGap });
  expect([...(read?.sample.data ?? [])]).toEqual([...sample.data]);
});

test.each([new Uint8Array(), new Uint8Array(23), encodeSample({ ...picture, decodeTime: Number.NaN }, false)])(
  'what is not a sample is rejected',
  (message) => {
    expect(decodeSample(message)).toBeNull();
  },
);

test('tracks arrive as they were sent; those of which only the sound differs share their video', () => {
  const first = parseHolderMessage(tracksMessage(tracks, false));
  const second = parseHolderMessage(tracksMessage({ ...tracks, audio: null }, true));
  if (first?.type !== 'tracks' || second?.type !== 'tracks') expect.unreachable('no tracks');
  const before = tracksOf(first, null);
  expect(before).toEqual(tracks);
  expect(tracksOf(second, before)).toEqual({ ...tracks, audio: null });
  expect(tracksOf(second, before).video).toBe(before.video);
  expect(tracksOf(first, before).video).not.toBe(before.video);
});

test('speech has the id of its talk', () => {
  expect(decodeSpeech(encodeSpeech(70_000, new Uint8Array([5])))).toEqual({ id: 70_000, sound: new Uint8Array([5]) });
  expect(decodeSpeech(new Uint8Array(3))).toBeNull();
});

test.each(['', '{', '[]', '{"type":"tracks"}', '{"type":"end","code":"x"}', '{"type":"talk","id":-1,"mimeType":"a"}'])(
  '%s is no message',
  (text) => {
    expect([parseHolderMessage(text), parseViewerMessage(text)]).toEqual([null, null]);
  },
);

test.each([
  ['/internal/v1/streams?camera=cam_a-1&quality=low', { cameraId: 'cam_a-1', quality: 'low' }],
  ['/internal/v1/streams?camera=cam_a-1&quality=huge', null],
  ['/internal/v1/streams?camera=../x&quality=low', null],
  ['/internal/v1/streams', null],
])('%s', (url, subject) => {
  expect(relaySubject(url)).toEqual(subject);
});

describe('the token of a connection between nodes', () => {
  const tokens = createTokens(new Uint8Array(32).fill(1));
  const others = createTokens(new Uint8Array(32).fill(2));
  const now = 1_800_000_000_000;
  const bearer = (by: typeof tokens, at = now): string => `Bearer ${signRelayToken(by, 'cam_a', 'high', at)}`;

  test('opens its stream for ten minutes, whichever clock is ahead', () => {
    expect([-9, 0, 9].map((minutes) => isRelayToken(tokens, bearer(tokens, now + minutes * 60_000), 'cam_a', 'high', now))).toEqual([
      true,
      true,
      true,
    ]);
    expect([-11, 11].map((minutes) => isRelayToken(tokens, bearer(tokens, now + minutes * 60_000), 'cam_a', 'high', now))).toEqual([
      false,
      false,
    ]);
  });

  test('opens no other, and is signed with the secret of the nodes', () => {
    expect(isRelayToken(tokens, bearer(tokens), 'cam_b', 'high', now)).toBe(false);
    expect(isRelayToken(tokens, bearer(tokens), 'cam_a', 'low', now)).toBe(false);
    expect(isRelayToken(tokens, bearer(others), 'cam_a', 'high', now)).toBe(false);
    expect(isRelayToken(tokens, `Bearer ${tokens.sign('access', `cam_a high ${now}`)}`, 'cam_a', 'high', now)).toBe(false);
    expect([undefined, '', 'Bearer', 'Bearer relay..'].map((header) => isRelayToken(tokens, header, 'cam_a', 'high', now))).toEqual(
      Array.from({ length: 4 }, () => false),
    );
  });
});
