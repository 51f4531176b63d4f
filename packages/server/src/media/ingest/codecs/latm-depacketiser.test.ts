import { expect, test } from 'vitest';
import { parseSdp } from '../rtsp/sdp.ts';
import { passedAudioOf } from './audio-codec.ts';
import { createLatmReader } from './latm-depacketiser.ts';

const trackOf = (rtpmap: string, fmtp: string): unknown => {
  const [media] = parseSdp(`m=audio 0 RTP/AVP 97\na=rtpmap:97 ${rtpmap}\n${fmtp}\n`).media;
  return media && (passedAudioOf(media)?.track ?? null);
};
const mono = { codec: 'mp4a.40.2', sampleRate: 16_000, channels: 1, configuration: Uint8Array.of(0x14, 8) };
const stereo = { codec: 'mp4a.40.2', sampleRate: 48_000, channels: 2, configuration: Uint8Array.of(0x11, 0x90) };

test.each<[rtpmap: string, fmtp: string, expected: object]>([
  ['MP4A-LATM/16000/1', 'a=fmtp:97 profile-level-id=1;cpresent=0;config=400028103fc0', mono],
  ['mp4a-latm/48000/2', 'a=fmtp:97 cpresent=0; config=400023203FC0', stereo],
  ['MP4A-LATM/16000/1', 'a=fmtp:97 config=400028103fc0', mono],
  // Several frames in each element.
  ['MP4A-LATM/16000/1', 'a=fmtp:97 cpresent=0;config=410028103fc0', mono],
  // The clock of the packets is another.
  ['MP4A-LATM/90000', 'a=fmtp:97 cpresent=0;config=400028103fc0', mono],
  // bluenviron/mediamtx #3590.
  ['MP4A-LATM/16000/1', 'a=fmtp:40 profile-level-id=1709392648;cpresent=0;config=', mono],
  ['MP4A-LATM/48000/2', 'a=fmtp:97 cpresent=0;config=4000xy', stereo],
])('the track of %s with %s', (rtpmap, fmtp, expected) => {
  expect(trackOf(rtpmap, fmtp)).toMatchObject(expected);
});

test.each([
  ['its configuration among the frames', 'MP4A-LATM/16000/1', 'a=fmtp:97 cpresent=1;config=400028103fc0'],
  ['its configuration there by default', 'MP4A-LATM/16000/1', ''],
  ['no rate', 'MP4A-LATM/90000', 'a=fmtp:97 cpresent=0'],
  ['HE-AAC', 'MP4A-LATM/16000/1', 'a=fmtp:97 cpresent=0;config=400058103fc0'],
  ['frames of 960 samples', 'MP4A-LATM/16000/1', 'a=fmtp:97 cpresent=0;config=400028183fc0'],
  ['another version', 'MP4A-LATM/16000/1', 'a=fmtp:97 cpresent=0;config=c00028103fc0'],
  ['two programs', 'MP4A-LATM/16000/1', 'a=fmtp:97 cpresent=0;config=401028103fc0'],
  ['a rate that is missing', 'MP4A-LATM/16000/1', 'a=fmtp:97 cpresent=0;config=40002f903fc0'],
])('%s is not played', (_, rtpmap, fmtp) => {
  expect(trackOf(rtpmap, fmtp)).toBe(null);
});

const frame = (length: number): Buffer => Buffer.alloc(length, 0x21);
const element = (...lengths: readonly number[]): Buffer =>
  Buffer.concat(lengths.flatMap((length) => [Buffer.alloc(Math.floor(length / 255), 255), Buffer.of(length % 255), frame(length)]));
const whole = element(600);
const parts = [whole.subarray(0, 250), whole.subarray(250, 500), whole.subarray(500)] as const;

type Packet = readonly [sequence: number, timestamp: number, marker: boolean, payload: Buffer];
const sizes = [20, 254, 255, 256, 510, 768];
const endless = Array.from({ length: 100 }, (_, index): Packet => [index, 0, false, Buffer.alloc(255, 255)]);

test.each<[string, readonly Packet[], number[]]>([
  ['frames of any length', sizes.map((length, index): Packet => [index, index, true, element(length)]), sizes],
  ['several frames in one element', [[1, 0, true, element(20, 300, 30)]], [20, 300, 30]],
  ['an element with padding', [[1, 0, true, Buffer.concat([element(20), Buffer.alloc(3)])]], [20]],
  ['elements that are not marked', [1, 2].map((index): Packet => [index, index, false, element(20)]), [20, 20]],
  ['elements of the same time', [1, 2].map((index): Packet => [index, 0, false, element(20)]), [20, 20]],
  [
    'an element in several packets',
    [
      [65_535, 0, false, parts[0]],
      [0, 0, false, parts[1]],
      [1, 0, true, parts[2]],
    ],
    [600],
  ],
  [
    'an element in several packets that are not marked',
    [
      [1, 0, false, parts[0]],
      [2, 0, false, parts[1]],
      [3, 0, false, parts[2]],
      [4, 1, false, whole],
    ],
    [600, 600],
  ],
  [
    'an element without its beginning',
    [
      [2, 0, false, parts[1]],
      [3, 0, true, parts[2]],
      [4, 1, true, whole],
    ],
    [600],
  ],
  [
    'an element without its middle',
    [
      [1, 0, false, parts[0]],
      [3, 0, true, parts[2]],
      [4, 0, true, whole],
    ],
    [600],
  ],
  [
    'an element without its end',
    [
      [1, 0, false, parts[0]],
      [2, 0, false, parts[1]],
      [4, 1, true, whole],
    ],
    [600],
  ],
  ['an element that never ends', [...endless, [100, 1, true, whole]], [600]],
  [
    'too many frames',
    [
      [1, 0, true, element(...Array<number>(65).fill(1))],
      [2, 1, true, whole],
    ],
    [600],
  ],
  ['nothing', [[1, 0, true, Buffer.alloc(0)]], []],
])('%s', (_, packets, expected) => {
  const read = createLatmReader();
  const frames = packets.flatMap(([sequence, timestamp, marker, payload]) => read({ sequence, timestamp, marker, payload }));
  expect(frames.map((data) => Buffer.from(data))).toEqual(expected.map(frame));
});
