import { describe, expect, test } from 'vitest';
import { parseSdp } from '../rtsp/sdp.ts';
import { passedAudioOf } from './audio-codec.ts';

const frame = (fill: number, length = 20): Buffer => Buffer.alloc(length, fill);
const adts = (data: Buffer): Buffer => {
  const length = data.length + 7;
  return Buffer.concat([Buffer.of(0xff, 0xf1, 0x60, 0x40 | (length >> 11), (length >> 3) & 0xff, ((length & 7) << 5) | 0x1f, 0xfc), data]);
};
/** Writes numbers of some bits each. */
function pack(fields: readonly (readonly [value: number, bits: number])[]): Buffer {
  const bits = fields.map(([value, count]) => value.toString(2).padStart(count, '0')).join('');
  const bytes = bits.match(/.{1,8}/g)?.map((byte) => Number.parseInt(byte.padEnd(8, '0'), 2)) ?? [];
  return Buffer.from([bits.length >> 8, bits.length & 255, ...bytes]);
}
const [a, b] = [frame(1), frame(2, 30)];

function read(fmtp: string, payload: Buffer, rtpmap = 'MPEG4-GENERIC/16000/1'): { track: unknown; frames: Buffer[] } | null {
  const [media] = parseSdp(`m=audio 0 RTP/AVP 97\na=rtpmap:97 ${rtpmap}\n${fmtp}\n`).media;
  const audio = media && passedAudioOf(media);
  if (!audio) return null;
  const packet = { payloadType: 97, sequence: 1, timestamp: 0, marker: true, payload };
  return { track: audio.track, frames: audio.readFrames(packet).map(({ data }) => Buffer.from(data)) };
}

const hbr = 'a=fmtp:97 mode=AAC-hbr;config=1408;sizelength=13;indexlength=3;indexdeltalength=3';
const twoFrames = Buffer.concat([
  pack([
    [20, 13],
    [0, 3],
    [30, 13],
    [0, 3],
  ]),
  a,
  b,
]);
const track = { codec: 'mp4a.40.2', sampleRate: 16_000, channels: 1, configuration: Uint8Array.of(0x14, 8) };

describe('frames', () => {
  test.each<[string, string, Buffer]>([
    ['as described', hbr, twoFrames],
    ['described without lengths', 'a=fmtp:97 mode=AAC-hbr;config=1408', twoFrames],
    ['described as generic', 'a=fmtp:97 mode=generic;config=1408;sizelength=13;indexlength=3;indexdeltalength=3', twoFrames],
    ['described as something else', 'a=fmtp:97 mode=AAC-lbr;config=1408;sizelength=6;indexlength=2;indexdeltalength=2', twoFrames],
    ['described by nothing', '', twoFrames],
    [
      'in headers of 13 bits, as described',
      'a=fmtp:97 mode=AAC-hbr;config=1408;sizeLength=13;indexlength=0;indexdeltalength=0',
      Buffer.concat([
        pack([
          [20, 13],
          [30, 13],
        ]),
        a,
        b,
      ]),
    ],
    [
      'in headers of 13 bits, as not described',
      hbr,
      Buffer.concat([
        pack([
          [20, 13],
          [30, 13],
        ]),
        a,
        b,
      ]),
    ],
    [
      'in headers of a low bit rate',
      'a=fmtp:97 mode=AAC-lbr;config=1408;sizelength=6;indexlength=2;indexdeltalength=2',
      Buffer.concat([
        pack([
          [20, 6],
          [0, 2],
          [30, 6],
          [0, 2],
        ]),
        a,
        b,
      ]),
    ],
    ['with the headers of a file', hbr, Buffer.concat([adts(a), adts(b)])],
    [
      'with the headers of a file behind those of RTP',
      hbr,
      Buffer.concat([
        pack([
          [27, 13],
          [0, 3],
          [37, 13],
          [0, 3],
        ]),
        adts(a),
        adts(b),
      ]),
    ],
    ['padded', hbr, Buffer.concat([twoFrames, Buffer.alloc(2)])],
  ])('%s', (_, fmtp, payload) => {
    expect(read(fmtp, payload)).toEqual({ track: expect.objectContaining(track), frames: [a, b] });
  });

  test.each([
    ['nothing', Buffer.alloc(0)],
    ['no headers', Buffer.of(0, 0, 1, 2, 3, 4)],
    ['headers longer than the packet', Buffer.of(0xff, 0xff, 1, 2, 3)],
    [
      'frames longer than the packet',
      Buffer.concat([
        pack([
          [200, 13],
          [0, 3],
        ]),
        a,
      ]),
    ],
    ['a cut header of a file', adts(a).subarray(0, 12)],
  ])('%s: none', (_, payload) => {
    expect(read(hbr, payload)?.frames).toEqual([]);
  });
});

test.each<[string, string, unknown]>([
  ['MPEG4-GENERIC/16000', 'a=fmtp:97 mode=AAC-hbr', track],
  ['mpeg4-generic/48000/2', 'a=fmtp:97 config=xyz', { sampleRate: 48_000, channels: 2 }],
])('a configuration that is missing follows from %s', (rtpmap, fmtp, expected) => {
  expect(read(fmtp, twoFrames, rtpmap)?.track).toMatchObject(expected as object);
});

test.each(['MPEG4-GENERIC/90000/1', 'MPEG4-GENERIC/16000/6'])('%s says too little', (rtpmap) => {
  expect(read('', twoFrames, rtpmap)).toBe(null);
});

test('another codec in the same packets is not AAC', () => {
  expect(read('a=fmtp:97 mode=CELP-cbr;config=440E00', twoFrames)).toBe(null);
});
