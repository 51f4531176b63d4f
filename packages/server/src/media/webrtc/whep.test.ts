import { createManualClock } from '@watchpost/contract/testing';
import { pino } from 'pino';
import { afterEach, expect, test } from 'vitest';
import { AppError } from '../../kernel/app-error.ts';
import { createWhepViewer, type WhepViewer } from '../../testing/whep-viewer.ts';
import { buildConfiguration } from '../ingest/codecs/h264-parameter-sets.ts';
import type { AudioTrack, Sample, Tracks } from '../media-types.ts';
import { createStreamRegistry } from '../stream/stream-registry.ts';
import { createWhep } from './whep.ts';
import { addPublicCandidates } from './whep-answer.ts';
import { preferredH264 } from './whep-offer.ts';
import { createWhepReach, type WhepReach } from './whep-reach.ts';
import { ntpOf } from './whep-reports.ts';

const tracks: Tracks = {
  video: {
    kind: 'video',
    codec: 'avc1.42c01e',
    width: 640,
    height: 360,
    configuration: buildConfiguration([Uint8Array.of(0x67, 0x42, 0xc0, 0x1e)], [Uint8Array.of(0x68, 0xce)]),
  },
  audio: null,
};
/** One NAL unit whose second byte is the picture's number. */
const picture = (number: number, keyFrame = false, compositionOffset = 0): Sample => ({
  kind: 'video',
  decodeTime: number * 3600,
  compositionOffset,
  duration: 3600,
  keyFrame,
  data: Uint8Array.of(0, 0, 0, 3, keyFrame ? 0x65 : 0x41, number, 0x80),
});

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

const near: WhepReach = { ports: null, publicAddresses: async () => [] };

function setUp(reach: WhepReach = near, addresses = ['127.0.0.1']) {
  const clock = createManualClock();
  const log = pino({ level: 'silent' });
  const streams = createStreamRegistry({ log });
  const whep = createWhep({ streams, clock, log, reach });
  closers.push(() => whep.close());
  const { input } = streams.open('c1');
  const rights = { error: null as AppError | null };
  let ended = 0;
  const request = async (viewer: WhepViewer, customerId = 'u1', audio = true) => {
    closers.push(() => viewer.close());
    return whep.start({
      cameraId: 'c1',
      customerId,
      viewerId: customerId,
      quality: 'high',
      offer: viewer.offer,
      audio,
      addresses,
      checkAccess: async () => {
        if (rights.error) throw rights.error;
      },
      onEnd: () => void (ended += 1),
    });
  };
  return { ended: () => ended, clock, streams, whep, input, rights, request };
}
/** Lists NAL unit types and the numbers of pictures. */
const seen = (viewer: WhepViewer): string[] =>
  viewer.packets.map(({ payload }) => `${(payload[0] ?? 0) & 31}${((payload[0] ?? 0) & 31) < 6 ? `:${payload[1]}` : ''}`);

test('the current group of pictures immediately, then every picture; a lost one repeats the group; the end is final', async () => {
  const { whep, input, request, clock, streams } = setUp();
  input.onTracks(tracks);
  for (let number = 0; number < 6; number += 1) input.onSample(picture(number, number === 0));
  const viewer = await createWhepViewer();
  const { answer, sessionId } = await request(viewer);
  await viewer.accept(answer);
  await viewer.received(8);
  expect(seen(viewer)).toEqual(['7', '8', '5:0', '1:1', '1:2', '1:3', '1:4', '1:5']);
  input.onSample(picture(6));
  await viewer.received(9);
  const times = viewer.packets.map(({ header }) => header.timestamp);
  // Old pictures lie right before the new ones, so that no viewer waits for them to play at their own speed.
  expect((times[8] ?? 0) - (times[2] ?? 0)).toBe(3600 + 5);

  clock.advance(2000);
  await viewer.reportLoss();
  await viewer.received(18);
  expect(seen(viewer).slice(9, 12)).toEqual(['7', '8', '5:0']);
  const later = viewer.packets.map(({ header }) => header.timestamp);
  expect(later[9] ?? 0).toBeGreaterThan(later[8] ?? 0);

  expect(whep.end('c1', 'other-viewer', sessionId)).toBe(false);
  expect(whep.end('c1', 'u1', sessionId)).toBe(true);
  expect([whep.viewers, streams.open('c1').subscribers]).toEqual([0, 0]);
}, 15_000);

const opus: AudioTrack = { kind: 'audio', codec: 'opus', sampleRate: 48_000, channels: 1, configuration: new Uint8Array(11) };
const aac: AudioTrack = { kind: 'audio', codec: 'mp4a.40.2', sampleRate: 16_000, channels: 1, configuration: Uint8Array.of(20, 8) };
const heard = (number: number): Sample => ({
  kind: 'audio',
  decodeTime: number * 960,
  compositionOffset: 0,
  duration: 960,
  keyFrame: true,
  data: Uint8Array.of(0xf8, number),
});

test('Opus plays as the camera sends it, at its own times; earlier audio is not repeated', async () => {
  const { input, request } = setUp();
  input.onTracks({ ...tracks, audio: opus });
  for (let number = 0; number < 6; number += 1) {
    input.onSample(picture(number, number === 0));
    input.onSample(heard(number));
  }
  const viewer = await createWhepViewer({ audio: true });
  const { answer } = await request(viewer);
  expect(answer).toMatch(/m=audio (?!0 )[^]*a=sendonly/);
  await viewer.accept(answer);
  await viewer.received(8);
  expect(viewer.sounds).toEqual([]);
  for (const number of [6, 7]) input.onSample(heard(number));
  await viewer.receivedSounds(2);
  expect(viewer.sounds.map(({ payload, header }) => [payload.toString('hex'), header.timestamp])).toEqual([
    ['f806', 6 * 960],
    ['f807', 7 * 960],
  ]);
}, 15_000);

test('Opus that begins later is heard, too; the camera’s picture does not wait for it', async () => {
  const { input, request } = setUp();
  input.onTracks(tracks);
  for (let number = 0; number < 6; number += 1) input.onSample(picture(number, number === 0));
  const viewer = await createWhepViewer({ audio: true });
  const { answer } = await request(viewer);
  await viewer.accept(answer);
  await viewer.received(8);
  input.onTracks({ ...tracks, audio: opus });
  input.onSample(picture(6, true));
  input.onSample(heard(6));
  await viewer.receivedSounds(1);
  expect(viewer.sounds.map(({ payload }) => payload.toString('hex'))).toEqual(['f806']);
}, 15_000);

test.each([
  ['AAC, which no browser takes here', aac, true, true],
  ['Opus for a viewer whose access has no sound', opus, false, true],
  ['Opus for a viewer who asks for none', opus, true, false],
] as const)(
  'without sound: %s',
  async (_, audio, mayHear, wantsSound) => {
    const { input, request } = setUp();
    input.onTracks({ ...tracks, audio });
    for (let number = 0; number < 6; number += 1) input.onSample(picture(number, number === 0));
    const viewer = await createWhepViewer({ audio: wantsSound });
    const { answer } = await request(viewer, 'u1', mayHear);
    expect(answer.split(/^(?=m=)/m).filter((section) => section.startsWith('m=audio') && !section.includes('a=inactive'))).toEqual([]);
    await viewer.accept(answer);
    await viewer.received(8);
    expect(seen(viewer).slice(0, 3)).toEqual(['7', '8', '5:0']);
  },
  15_000,
);

test('R24: a session ends within 10 s of its access; an unavailable database ends nothing', async () => {
  const { whep, input, rights, request, clock, streams, ended } = setUp();
  input.onTracks(tracks);
  for (let number = 0; number < 6; number += 1) input.onSample(picture(number, number === 0));
  const viewer = await createWhepViewer();
  const { answer } = await request(viewer);
  await viewer.accept(answer);
  await viewer.received(1);
  rights.error = new AppError('unavailable');
  clock.advance(10_000);
  await new Promise((resolve) => setImmediate(resolve));
  expect([whep.viewers, ended()]).toEqual([1, 0]);
  rights.error = new AppError('not-found');
  clock.advance(10_000);
  await new Promise((resolve) => setImmediate(resolve));
  expect([whep.viewers, streams.open('c1').subscribers, ended()]).toEqual([0, 0, 1]);
}, 15_000);

test('R24: a change that is announced ends at once the sessions that it concerns', async () => {
  const { whep, input, rights, request } = setUp();
  input.onTracks(tracks);
  for (let number = 0; number < 6; number += 1) input.onSample(picture(number, number === 0));
  await request(await createWhepViewer());
  rights.error = new AppError('access-ended');
  const announce = async (cameraId: string, customerId: string | null): Promise<number> => {
    whep.onAccessChanged(cameraId, customerId);
    await new Promise((resolve) => setImmediate(resolve));
    return whep.viewers;
  };
  expect([await announce('c2', null), await announce('c1', 'u2'), await announce('c1', 'u1')]).toEqual([1, 1, 0]);
}, 15_000);

test('B-frames, HEVC without a substream, an offline camera, no H.264, nonsense: each has its own answer and leaves nothing behind', async () => {
  const viewer = await createWhepViewer();
  const bFrames = setUp();
  bFrames.input.onTracks(tracks);
  // I P B B, in the order of sending.
  for (const [number, offset] of [
    [0, 3600],
    [1, 14_400],
    [2, 0],
    [3, 0],
    [4, 0],
  ] as const)
    bFrames.input.onSample(picture(number, number === 0, offset));
  await expect(bFrames.request(viewer)).rejects.toMatchObject({ code: 'webrtc-impossible' });

  const hevc = setUp();
  hevc.input.onTracks({ ...tracks, video: { ...tracks.video, codec: 'hvc1.1.6.L93.B0' } });
  hevc.input.onSample(picture(0, true));
  await expect(hevc.request(viewer)).rejects.toMatchObject({ code: 'webrtc-impossible' });

  const away = setUp();
  const refused = away.request(viewer);
  away.clock.advance(4000);
  await expect(refused).rejects.toMatchObject({ code: 'camera-offline' });

  const fine = setUp();
  fine.input.onTracks(tracks);
  for (let number = 0; number < 6; number += 1) fine.input.onSample(picture(number, number === 0));
  await expect(fine.request({ ...viewer, offer: viewer.offer.replaceAll('H264', 'VP8') })).rejects.toMatchObject({
    code: 'webrtc-impossible',
  });
  await expect(
    fine.request({
      ...viewer,
      offer: 'v=0\r\nm=video 9 UDP/TLS/RTP/SAVPF 102\r\na=rtpmap:102 H264/90000\r\na=fmtp:102 packetization-mode=1\r\n',
    }),
  ).rejects.toMatchObject({ code: 'invalid-request' });
  for (const { whep, streams } of [bFrames, hevc, away, fine]) expect([whep.viewers, streams.open('c1').subscribers]).toEqual([0, 0]);
}, 15_000);

test('limits sessions to 24 per account and 128 in total', async () => {
  const clock = createManualClock();
  const log = pino({ level: 'silent' });
  const whep = createWhep({
    streams: createStreamRegistry({ log }),
    clock,
    log,
    reach: near,
    start: async () => ({ answer: 'v=0', end: () => undefined }),
  });
  closers.push(() => whep.close());
  const start = (customerId: string) =>
    whep.start({
      cameraId: 'c1',
      customerId,
      viewerId: customerId,
      quality: 'high',
      offer: '',
      audio: true,
      addresses: [],
      checkAccess: async () => undefined,
      onEnd: () => undefined,
    });
  for (let index = 0; index < 24; index += 1) await start('u0');
  await expect(start('u0')).rejects.toMatchObject({ code: 'too-many-requests' });
  for (let index = 24; index < 128; index += 1) await start(`u${index}`);
  await expect(start('another')).rejects.toMatchObject({ code: 'too-many-requests' });
  whep.stop('c1');
  expect([whep.viewers, clock.pending]).toEqual([0, 0]);
});

test('selects H.264 with packets of any size from a browser’s offer, baseline first', () => {
  const line = (type: number, profile: string, mode: number): string =>
    `a=rtpmap:${type} H264/90000\r\na=rtcp-fb:${type} nack\r\na=fmtp:${type} level-asymmetry-allowed=1;packetization-mode=${mode};profile-level-id=${profile}\r\n`;
  const offer = `v=0\r\nm=audio 9 X 111\r\na=rtpmap:111 opus/48000/2\r\nm=video 9 UDP/TLS/RTP/SAVPF 96 97 102 104 106\r\na=rtpmap:96 VP8/90000\r\na=rtpmap:97 rtx/90000\r\na=fmtp:97 apt=96\r\n${line(102, '64001f', 1)}${line(104, '42e01f', 0)}${line(106, '42e01f', 1)}`;
  const taken = preferredH264(offer);
  expect(taken).toMatchObject({ payloadType: 106 });
  expect(taken?.offer).toBe(
    `v=0\r\nm=audio 9 X 111\r\na=rtpmap:111 opus/48000/2\r\nm=video 9 UDP/TLS/RTP/SAVPF 106\r\n${line(106, '42e01f', 1)}`,
  );
  expect(preferredH264(offer.replaceAll('packetization-mode=1', 'packetization-mode=0'))).toBeNull();
});

test('behind NAT the answer contains the public address with forwardable ports, and a browser that knows no other connects', async () => {
  // The internal loopback address differs from the external one; the answer contains nothing else.
  const { input, request } = setUp({ ports: [47_000, 47_200], publicAddresses: async () => ['127.0.0.1'] }, ['127.0.0.2']);
  input.onTracks(tracks);
  for (let number = 0; number < 6; number += 1) input.onSample(picture(number, number === 0));
  const viewer = await createWhepViewer();
  const { answer } = await request(viewer);
  const outside = answer.replaceAll(/^a=candidate:.* typ host.*\r\n/gm, '');
  const ports = [...outside.matchAll(/^a=candidate:\S+ 1 udp \d+ 127\.0\.0\.1 (\d+) typ srflx raddr \S+ rport \1/gm)].map(([, port]) =>
    Number(port),
  );
  expect(ports.length).toBeGreaterThan(0);
  for (const port of ports) expect(port >= 47_000 && port <= 47_200).toBe(true);
  await viewer.accept(outside);
  await viewer.received(8);
  expect(seen(viewer).slice(0, 3)).toEqual(['7', '8', '5:0']);
}, 15_000);

test('every public address is listed beside each local one of its kind, with a lower priority', () => {
  const answer =
    'v=0\r\na=candidate:1 1 udp 2130706431 192.168.0.5 50001 typ host generation 0 ufrag x\r\na=candidate:2 1 udp 2130706431 fd00::5 50002 typ host\r\na=end-of-candidates\r\n';
  expect(addPublicCandidates(answer, [])).toBe(answer);
  expect(addPublicCandidates(answer, ['203.0.113.7', '192.168.0.5']).split('\r\n').slice(2, 4)).toEqual([
    'a=candidate:10 1 udp 1694498815 203.0.113.7 50001 typ srflx raddr 192.168.0.5 rport 50001 generation 0 ufrag x',
    'a=candidate:2 1 udp 2130706431 fd00::5 50002 typ host',
  ]);
  expect(addPublicCandidates(answer, ['2001:db8::7'])).toContain(
    'a=candidate:20 1 udp 1694498815 2001:db8::7 50002 typ srflx raddr fd00::5 rport 50002\r\n',
  );
});

test('a name is resolved each time; one that does not resolve affects no other address', async () => {
  const found: Record<string, string[]> = { 'home.example': ['203.0.113.7'], '198.51.100.1': ['198.51.100.1'] };
  const reach = createWhepReach({
    names: ['home.example', 'gone.example', '198.51.100.1'],
    ports: null,
    log: pino({ level: 'silent' }),
    resolve: async (name) => found[name] ?? Promise.reject(new Error('ENOTFOUND')),
  });
  expect(await reach.publicAddresses()).toEqual(['203.0.113.7', '198.51.100.1']);
  found['home.example'] = ['203.0.113.8'];
  expect(await reach.publicAddresses()).toEqual(['203.0.113.8', '198.51.100.1']);
});

test('sender reports contain the capture time of the last picture', async () => {
  const { input, request } = setUp();
  const at = Date.UTC(2026, 0, 15, 12) + 250;
  const taken = (milliseconds: number, keyFrame = false): Sample => ({ ...picture(1, keyFrame), decodeTime: (at + milliseconds) * 90 });
  input.onTracks(tracks);
  for (let number = 0; number < 6; number += 1) input.onSample(taken(number * 40, number === 0));
  const viewer = await createWhepViewer();
  const { answer } = await request(viewer);
  await viewer.accept(answer);
  await viewer.received(8);
  const report = await viewer.reported();
  const unix = Number(report.ntpTimestamp >> 32n) - 2_208_988_800 + Number(report.ntpTimestamp & 0xffff_ffffn) / 2 ** 32;
  expect(unix * 1000).toBeCloseTo(at + 200, 1);
  expect(report.rtpTimestamp).toBe(((at + 200) * 90) % 2 ** 32);
  expect(ntpOf(0, 90_000)).toBe(2_208_988_800n << 32n);
}, 15_000);
