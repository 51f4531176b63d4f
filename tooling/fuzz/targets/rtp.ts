import { createManualClock } from '../../../packages/contract/src/testing/manual-clock.ts';
import type { Sample, Tracks } from '../../../packages/server/src/media/media-types.ts';
import { createJpegDepacketiser } from '../../../packages/server/src/media/ingest/codecs/jpeg-depacketiser.ts';
import { createReception, buildReceiverReport } from '../../../packages/server/src/media/ingest/rtsp/rtcp.ts';
import { parseRtp } from '../../../packages/server/src/media/ingest/rtsp/rtp.ts';
import { createReceiver } from '../../../packages/server/src/media/ingest/rtsp/rtsp-receiver.ts';
import { parseSdp } from '../../../packages/server/src/media/ingest/rtsp/sdp.ts';
import { buildFragment } from '../../../packages/server/src/media/packaging/fragment.ts';
import { initSectionOf } from '../../../packages/server/src/media/packaging/init-section.ts';
import { jpegSize } from '../../../packages/onvif/src/camera/jpeg-size.ts';
import type { FuzzTarget, Parsed } from '../fuzz.ts';
import { records, recordStructure } from '../structures.ts';
import { bytesOf, nalUnits, pps, ppsHevc, sps1080, spsHevc, vpsHevc } from './samples.ts';

/** Kind of a record, by its first byte. */
const [videoPacket, audioPacket, videoReport, audioReport] = [0, 1, 2, 3];

interface Packet {
  readonly kind?: number;
  readonly type: number;
  readonly sequence: number;
  readonly timestamp: number;
  readonly marker?: boolean;
  readonly payload: Uint8Array;
}

function packet({ kind = videoPacket, type, sequence, timestamp, marker = false, payload }: Packet): Uint8Array {
  const header = Buffer.alloc(12);
  header.writeUInt8(0x80, 0);
  header.writeUInt8((marker ? 0x80 : 0) | type, 1);
  header.writeUInt16BE(sequence & 0xffff, 2);
  header.writeUInt32BE(timestamp >>> 0, 4);
  header.writeUInt32BE(7, 8);
  return bytesOf([kind], header, payload);
}

const report = (kind: number, seconds: number, timestamp: number): Uint8Array => {
  const data = Buffer.alloc(28);
  data.writeUInt32BE(0x80c80006, 0);
  data.writeUInt32BE(7, 4);
  data.writeUInt32BE(seconds, 8);
  data.writeUInt32BE(timestamp, 16);
  return bytesOf([kind], data);
};

/** One packet for each unit, a marker at the end of a picture. */
function stream(pictures: readonly (readonly Uint8Array[])[], type: number): Uint8Array[] {
  let sequence = 65_530;
  return pictures.flatMap((units, picture) =>
    units.map((payload, index) =>
      packet({ type, sequence: (sequence += 1), timestamp: 4_294_960_000 + picture * 3600, marker: index === units.length - 1, payload }),
    ),
  );
}

const sound = (type: number, ticks: number, payload: Uint8Array): Uint8Array[] =>
  Array.from({ length: 4 }, (_, index) =>
    packet({ kind: audioPacket, type, sequence: index, timestamp: index * ticks, marker: true, payload }),
  );
const units = (...all: readonly Uint8Array[]): Uint8Array =>
  Buffer.concat(all.flatMap((unit) => [Uint8Array.of(unit.length >> 8, unit.length & 255), unit]));
const [idr = new Uint8Array(), ...others] = nalUnits.filter(([header = 0]) => [1, 5].includes(header & 31));
const slice = others[0] ?? idr;

/** Receives packets as from a camera that was described so; the samples must be what every later stage relies on. */
function receive(sdp: string, input: Uint8Array): Parsed {
  const { media } = parseSdp(sdp);
  const [video, audio = null] = media;
  if (!video) throw new RangeError('The description has no video.');
  const clock = createManualClock();
  const last = { video: Number.NEGATIVE_INFINITY, audio: Number.NEGATIVE_INFINITY };
  const seen = new Set<string>();
  let bytes = 0;
  const onSample = (sample: Sample): void => {
    const { kind, decodeTime, compositionOffset, duration, data, damaged = 0 } = sample;
    const isSound =
      Number.isSafeInteger(decodeTime) && decodeTime >= 0 && compositionOffset >= 0 && compositionOffset < 2 ** 32 && duration > 0;
    if (!isSound || !Number.isInteger(compositionOffset) || !Number.isInteger(duration) || decodeTime < last[kind])
      throw new RangeError(`a sample at ${decodeTime} after ${last[kind]} for ${duration}, shown ${compositionOffset} later`);
    last[kind] = decodeTime;
    bytes += 32 + data.length;
    buildFragment([sample], 1);
    seen.add(`${kind} ${sample.keyFrame} ${damaged > 0} ${data.length > 0} ${compositionOffset > 0}`);
  };
  const onTracks = (tracks: Tracks): void => {
    const { mimeType } = initSectionOf(tracks);
    bytes += tracks.video.configuration.length;
    seen.add(`${mimeType} ${tracks.video.width}`.slice(0, 60));
  };
  const receiver = createReceiver({ video, audio, clock, listener: { onTracks, onSample, onEnd: () => undefined } });
  const reception = createReception(video.clockRate, clock);
  for (const record of records.split(input)) {
    clock.advance(20);
    const data = Buffer.from(record.subarray(1));
    const kind = (record[0] ?? 0) & 3;
    if (kind === videoReport || kind === audioReport) {
      const reported = kind === videoReport ? video : audio;
      if (reported) receiver.receiveReport(reported, data);
      continue;
    }
    const packetOf = kind === videoPacket ? video : audio;
    if (kind === videoPacket) reception.onPacket(data);
    if (packetOf) receiver.receive(packetOf, data);
  }
  buildReceiverReport(reception.next());
  receiver.stop();
  return { outcome: [...seen].toSorted((a, b) => (a < b ? -1 : 1)).join(), bytes };
}

const fragmented = (unit: Uint8Array, header: readonly number[], type: number, headerBytes: number): Uint8Array[] => {
  const body = unit.subarray(headerBytes);
  const parts = [body.subarray(0, 100), body.subarray(100, 200), body.subarray(200)];
  return parts.map((part, index) => bytesOf(header, [(index === 0 ? 0x80 : 0) | (index === parts.length - 1 ? 0x40 : 0) | type], part));
};
const avcSdp = `m=video 0 RTP/AVP 96\na=rtpmap:96 H264/90000\na=fmtp:96 packetization-mode=1\nm=audio 0 RTP/AVP 97\na=rtpmap:97 MPEG4-GENERIC/16000/1\na=fmtp:97 mode=AAC-hbr;config=1408;sizelength=13;indexlength=3;indexdeltalength=3\n`;
const hevcSdp = 'm=video 0 RTP/AVP 98\na=rtpmap:98 H265/90000\nm=audio 0 RTP/AVP 99\na=rtpmap:99 opus/48000/2\n';
const hevcIdr = bytesOf([0x26, 0x01, 0xaf], slice.subarray(1, 300));
const hevcSlice = bytesOf([0x02, 0x01, 0xd0], slice.subarray(1, 300));
const tokens = [
  sps1080,
  pps,
  spsHevc,
  ppsHevc,
  vpsHevc,
  [0, 0, 1],
  [0, 0, 0, 1],
  [0x78],
  [0x7c, 0x85],
  [0x7c, 0x45],
  [0x62, 1, 0x93],
  [0xff, 0xf1],
  [0xff, 0xd8],
].map((part) => bytesOf(part));
const refusesNothing = (): boolean => false;

export const h264Target: FuzzTarget = {
  name: 'RTP of H.264 and AAC',
  samples: [
    records.join([
      report(videoReport, 3_900_000_000, 4_294_960_000),
      ...stream([[sps1080, pps, idr], [slice], fragmented(slice, [0x7c], 1, 1), [slice]], 96),
      report(audioReport, 3_900_000_001, 16_000),
      ...sound(97, 1024, Buffer.from([0, 32, 0, 2 << 3, 0, 1 << 3, 9, 8, 7])),
      report(videoReport, 3_900_000_002, 2000),
    ]),
    records.join(
      stream(
        [
          [bytesOf([0x78], units(sps1080, pps)), ...fragmented(idr, [0x7c], 5, 1)],
          [bytesOf([0x78], units(slice, slice))],
          [bytesOf([0, 0, 0, 1], sps1080, [0, 0, 1], pps, [0, 0, 1], idr)],
        ],
        96,
      ),
    ),
  ],
  structure: recordStructure,
  tokens,
  parse: (input) => receive(avcSdp, input),
  isRefusal: refusesNothing,
};

export const h265Target: FuzzTarget = {
  name: 'RTP of H.265 and Opus',
  samples: [
    records.join([
      ...stream([[vpsHevc, spsHevc, ppsHevc, hevcIdr], [hevcSlice], [hevcSlice]], 98),
      ...sound(99, 960, Buffer.from('f8fffe', 'hex')),
    ]),
    records.join(
      stream(
        [
          [bytesOf([0x60, 1], units(vpsHevc, spsHevc, ppsHevc)), ...fragmented(hevcIdr, [0x62, 1], 19, 2)],
          fragmented(hevcSlice, [0x62, 1], 1, 2),
        ],
        98,
      ),
    ),
  ],
  structure: recordStructure,
  tokens,
  parse: (input) => receive(hevcSdp, input),
  isRefusal: refusesNothing,
};

const jpegHeader = (offset: number, type: number, q: number): number[] => [
  0,
  (offset >> 16) & 255,
  (offset >> 8) & 255,
  offset & 255,
  type,
  q,
  80,
  45,
];
const scan = Array.from({ length: 200 }, (_, index) => index & 255);

export const jpegTarget: FuzzTarget = {
  name: 'RTP of motion JPEG',
  samples: [
    records.join(
      stream(
        [
          [bytesOf(jpegHeader(0, 1, 255), [0, 0, 0, 128], Array<number>(128).fill(9), scan), bytesOf(jpegHeader(200, 1, 255), scan)],
          [bytesOf(jpegHeader(0, 0, 60), scan), bytesOf(jpegHeader(200, 0, 60), scan)],
          [bytesOf(jpegHeader(0, 65, 130), [0, 8, 0xff, 0xff], [0, 0, 0, 64], Array<number>(64).fill(3), scan)],
          [bytesOf(jpegHeader(0, 65, 130), [0, 8, 0xff, 0xff], [0, 0, 0, 0], scan)],
        ],
        26,
      ),
    ),
  ],
  structure: recordStructure,
  tokens,
  growth: 700,
  parse: (input) => {
    let bytes = 0;
    const seen = new Set<string>();
    const push = createJpegDepacketiser(({ data, dropped }) => {
      bytes += 32 + data.length;
      const size = jpegSize(data);
      if (!size) throw new RangeError('a picture without a size');
      seen.add(`${Math.min(dropped, 3)} ${size.width > 640}`);
    });
    for (const record of records.split(input)) {
      const parsed = parseRtp(Buffer.from(record.subarray(1)));
      if (parsed) push(parsed);
    }
    return { outcome: [...seen].toSorted((a, b) => (a < b ? -1 : 1)).join(), bytes };
  },
  isRefusal: refusesNothing,
};
