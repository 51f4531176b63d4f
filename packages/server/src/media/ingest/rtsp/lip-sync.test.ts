import { createManualClock } from '@watchpost/contract/testing';
import { describe, expect, test } from 'vitest';
import type { Sample, Tracks } from '../../media-types.ts';
import { buildKeyFrameRequest, readSenderReport } from './rtcp.ts';
import { createReceiver } from './rtsp-receiver.ts';
import { parseSdp } from './sdp.ts';

const sdp = parseSdp(
  [
    'v=0',
    'm=video 0 RTP/AVPF 96',
    'a=rtpmap:96 H264/90000',
    'a=fmtp:96 packetization-mode=1;sprop-parameter-sets=Z0LAHtkDxWhAAAADAEAAAAwDxYuS,aMuMsg==',
    'a=rtcp-fb:96 nack pli',
    'm=audio 0 RTP/AVP 97',
    'a=rtpmap:97 MPEG4-GENERIC/16000/1',
    'a=fmtp:97 streamtype=5;mode=AAC-hbr;config=1408;sizelength=13;indexlength=3;indexdeltalength=3',
    '',
  ].join('\r\n'),
);
const [video, audio] = sdp.media;
if (!video || !audio) throw new Error('The SDP of this test has two tracks.');

const ntpOfUnix = 2_208_988_800;
function rtp(payloadType: number, sequence: number, timestamp: number, payload: Buffer): Buffer {
  const header = Buffer.alloc(12);
  header.writeUInt8(0x80, 0);
  header.writeUInt8(0x80 | payloadType, 1);
  header.writeUInt16BE(sequence & 0xffff, 2);
  header.writeUInt32BE(timestamp >>> 0, 4);
  return Buffer.concat([header, payload]);
}
function senderReport(ntp: number, timestamp: number): Buffer {
  const report = Buffer.alloc(28);
  report.writeUInt32BE(0x80c80006, 0);
  report.writeUInt32BE(Math.floor(ntp), 8);
  report.writeUInt32BE(Math.floor((ntp % 1) * 2 ** 32), 12);
  report.writeUInt32BE(timestamp >>> 0, 16);
  return report;
}
const keyFrame = Buffer.from([0x65, 0x88, 0x84, 0]);
const frame = Buffer.from([0x41, 0x9a, 0, 0]);
/** One 4-byte AAC frame that carries its number, behind its AU header. */
function soundOf(index: number): Buffer {
  const payload = Buffer.from([0, 16, 0, 32, 0, 0, 0, 0]);
  payload.writeUInt32BE(index, 4);
  return payload;
}

interface CameraOptions {
  /** Delay of the audio after the picture when it leaves the camera, s. */
  readonly soundDelay: number;
  /** Rate of the camera's clock. */
  readonly rate?: number;
  /** NTP time that the camera writes into its reports; null sends none. */
  readonly ntpOf: (kind: 'video' | 'audio', time: number) => number | null;
}

/**
 * Simulates a camera for 30 s: 25 pictures and 15.625 audio frames per second, a report of each track every 5 s.
 * @returns how far each audio frame is recorded from the picture of its moment, s
 */
function run({ soundDelay, rate = 1, ntpOf }: CameraOptions): { at: number; error: number }[] {
  const clock = createManualClock();
  const start = clock.now() / 1000;
  const samples: Sample[] = [];
  const tracks: Tracks[] = [];
  if (!video || !audio) return [];
  const receiver = createReceiver({
    video,
    audio,
    clock,
    listener: { onTracks: (next) => void tracks.push(next), onSample: (sample) => void samples.push(sample), onEnd: () => undefined },
  });
  const events: { at: number; send: () => void }[] = [];
  const timestamp = (time: number, clockRate: number, offset: number): number => Math.round(time * rate * clockRate) + offset;
  for (let index = 0; index < 30 * 25; index += 1) {
    const made = index / 25;
    events.push({
      at: made,
      send: () => receiver.receive(video, rtp(96, index, timestamp(made, 90_000, 4_294_000_000), index % 50 === 0 ? keyFrame : frame)),
    });
  }
  const made: number[] = [];
  for (let time = 0; time < 30 - soundDelay; time += 1024 / 16_000) {
    const [index, moment] = [made.length, time];
    made.push(moment);
    events.push({
      at: moment + soundDelay,
      send: () => receiver.receive(audio, rtp(97, index, timestamp(moment, 16_000, 77), soundOf(index))),
    });
  }
  for (let time = 0.5; time < 30; time += 5) {
    const [videoNtp, audioNtp] = [ntpOf('video', time), ntpOf('audio', time)];
    events.push({
      at: time,
      send: () => {
        if (videoNtp !== null) receiver.receiveReport(video, senderReport(videoNtp, timestamp(time, 90_000, 4_294_000_000)));
        if (audioNtp !== null) receiver.receiveReport(audio, senderReport(audioNtp, timestamp(time, 16_000, 77)));
      },
    });
  }
  for (const { at, send } of events.toSorted((a, b) => a.at - b.at)) {
    clock.advance(Math.max(0, start * 1000 + at * 1000 - clock.now()));
    send();
  }
  const pictures = samples.filter(({ kind }) => kind === 'video');
  return samples.flatMap(({ kind, decodeTime, data }) => {
    const at = made[Buffer.from(data).readUInt32BE(0)];
    const picture = pictures[Math.floor((at ?? 0) * 25)];
    if (kind !== 'audio' || at === undefined || !picture) return [];
    return [{ at, error: decodeTime / 16_000 - picture.decodeTime / 90_000 - (at % (1 / 25)) }];
  });
}
const largest = (errors: readonly { error: number }[]): number => errors.reduce((most, { error }) => Math.max(most, Math.abs(error)), 0);
const settled = ({ at }: { at: number }): boolean => at > 12;

describe('audio beside the picture', () => {
  test.each([0.4, -0.3, 1.5])('audio that the camera sends %s s late is recorded at its moment, from the first report on', (soundDelay) => {
    const heard = run({ soundDelay: Math.max(0, soundDelay), ntpOf: (_, time) => ntpOfUnix + 1_700_000_000 + time });
    expect(largest(heard.filter(({ at }) => at > 1))).toBeLessThan(0.04);
    expect(heard.length).toBeGreaterThan(420);
  });
  test('a clock that runs 5 % fast, including its reports', () => {
    expect(largest(run({ soundDelay: 0.4, rate: 1.05, ntpOf: (_, time) => ntpOfUnix + time * 1.05 }).filter(settled))).toBeLessThan(0.04);
  });
  test('timestamps that run 5 % fast beside a correct clock', () => {
    expect(largest(run({ soundDelay: 0.4, rate: 1.05, ntpOf: (_, time) => ntpOfUnix + time }).filter(settled))).toBeLessThan(0.04);
  });
  test.each<readonly [string, CameraOptions['ntpOf']]>([
    ['without reports', () => null],
    ['of a camera that does not know the time', () => 0],
    ['of one track only', (kind, time) => (kind === 'video' ? ntpOfUnix + time : null)],
    ['of two tracks that count from different moments', (kind, time) => (kind === 'video' ? ntpOfUnix + time : time + 5)],
    ['of a clock that stands still', () => ntpOfUnix],
    ['of a clock that jumps about', (kind, time) => ntpOfUnix + time + Math.sin(time * (kind === 'video' ? 99 : 55))],
  ])('%s audio is placed by its time of arrival', (_, ntpOf) => {
    const heard = run({ soundDelay: 0.2, ntpOf }).filter(settled);
    expect(heard.length).toBeGreaterThan(200);
    expect(largest(heard.map(({ error }) => ({ error: error - 0.2 })))).toBeLessThan(0.04);
  });
});

describe('RTCP', () => {
  test('finds a report behind others in a compound packet; ignores truncated or invalid ones', () => {
    const report = senderReport(ntpOfUnix + 0.5, 1234);
    const other = Buffer.from('80c9000101020304', 'hex');
    expect(readSenderReport(Buffer.concat([other, report]))).toEqual({ ntp: ntpOfUnix + 0.5, timestamp: 1234 });
    for (let length = 0; length < report.length; length += 1) expect(readSenderReport(report.subarray(0, length))).toBe(null);
    expect(readSenderReport(Buffer.alloc(65_535))).toBe(null);
    expect(readSenderReport(Buffer.concat(Array.from({ length: 8000 }, () => other)))).toBe(null);
  });
  test('requests a key frame in the format that the camera declares', () => {
    expect([video.keyFrameRequest, audio.keyFrameRequest]).toEqual(['pli', null]);
    expect(parseSdp('m=video 0 RTP/AVPF 96\r\na=rtcp-fb:* ccm fir\r\n').media[0]?.keyFrameRequest).toBe('fir');
    // As GStreamer writes it: an empty receiver report, then the request.
    expect(buildKeyFrameRequest('pli', 0x01020304, 1).toString('hex')).toBe('80c900015750525481ce00025750525401020304');
    expect(buildKeyFrameRequest('fir', 0x01020304, 9).toString('hex')).toBe('80c900015750525484ce000457505254000000000102030409000000');
  });
});
