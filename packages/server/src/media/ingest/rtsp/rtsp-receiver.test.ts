import { createManualClock } from '@watchpost/contract/testing';
import { expect, test } from 'vitest';
import type { Sample } from '../../media-types.ts';
import { createReceiver } from './rtsp-receiver.ts';
import { parseSdp } from './sdp.ts';

const [video] = parseSdp(
  [
    'v=0',
    'm=video 0 RTP/AVP 96',
    'a=rtpmap:96 H264/90000',
    'a=fmtp:96 packetization-mode=1;sprop-parameter-sets=Z0LAHtkDxWhAAAADAEAAAAwDxYuS,aMuMsg==',
    '',
  ].join('\r\n'),
).media;
if (!video) throw new Error('The SDP of this test has a track.');

interface Packet {
  readonly source: number;
  readonly sequence: number;
  readonly timestamp: number;
  readonly marker?: boolean;
  readonly payload: readonly number[];
}
const keyFrame = [0x65, 0x88, 0x84, 0];
const frame = [0x41, 0x9a, 0, 0];
/** The second slice of the picture before it. */
const slice = [0x41, 0x40, 0x9a, 0];

function receive(packets: readonly Packet[]): Sample[] {
  const samples: Sample[] = [];
  const clock = createManualClock();
  if (!video) return samples;
  const receiver = createReceiver({
    video,
    audio: null,
    clock,
    listener: { onTracks: () => undefined, onSample: (sample) => void samples.push(sample), onEnd: () => undefined },
  });
  for (const { source, sequence, timestamp, marker = true, payload } of packets) {
    const header = Buffer.alloc(12);
    header.set([0x80, (marker ? 0x80 : 0) | 96]);
    header.writeUInt16BE(sequence & 0xffff, 2);
    header.writeUInt32BE(timestamp >>> 0, 4);
    header.writeUInt32BE(source, 8);
    receiver.receive(video, Buffer.concat([header, Buffer.from(payload)]));
    clock.advance(40);
  }
  receiver.stop();
  return samples;
}

// bluenviron/gortsplib #687, #480.
test.each<[string, (group: number) => number, (group: number) => number]>([
  ['numbers and times go on', () => 0, () => 0],
  ['numbers begin anew', (group) => group * 7919, () => 0],
  ['numbers and times begin anew', (group) => group * 7919, (group) => group * 2_000_000_011],
])('a camera that names another source with each key frame loses nothing: %s', (_, sequenceOf, timeOf) => {
  const packets = Array.from({ length: 20 }, (_unused, index): Packet => {
    const group = Math.floor(index / 5);
    return {
      source: 1000 + group,
      sequence: 65_530 + index + sequenceOf(group),
      timestamp: index * 3600 + timeOf(group),
      payload: index % 5 === 0 ? keyFrame : frame,
    };
  });
  const samples = receive(packets);
  expect(samples.map(({ keyFrame: isKeyFrame }) => isKeyFrame)).toEqual(packets.map(({ payload }) => payload === keyFrame));
  expect(samples.filter(({ damaged = 0 }) => damaged > 0)).toEqual([]);
});

test('what is lost within a source is still counted, and so is the packet of another stream in the middle of a picture', () => {
  const of = (source: number, sequence: number, timestamp: number, payload: number[], marker = true): Packet => ({
    source,
    sequence,
    timestamp,
    marker,
    payload,
  });
  const lost = receive([of(1, 1, 0, keyFrame), of(2, 500, 3600, frame), of(2, 502, 10_800, frame), of(2, 503, 14_400, keyFrame)]);
  expect(lost.map(({ damaged = 0 }) => damaged)).toEqual([0, 0, 2, 0]);
  const mixed = receive([
    of(1, 1, 0, keyFrame),
    of(1, 2, 3600, frame, false),
    of(9, 700, 3600, slice, false),
    of(1, 3, 3600, slice),
    of(1, 4, 7200, keyFrame),
  ]);
  expect(mixed.map(({ damaged = 0 }) => damaged)).toEqual([0, 1]);
});
