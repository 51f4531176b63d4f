import { createManualClock } from '@watchpost/contract/testing';
import { authorizationHeader, pickChallenge } from '@watchpost/onvif/http-authentication';
import { pino } from 'pino';
import { expect, test, vi } from 'vitest';
import { AppError } from '../../kernel/app-error.ts';
import { createRtspReader } from '../ingest/rtsp/rtsp-reader.ts';
import { parseSdp } from '../ingest/rtsp/sdp.ts';
import { buildConfiguration } from '../ingest/codecs/h264-parameter-sets.ts';
import { toAvccSample } from '../ingest/codecs/h264-depacketiser.ts';
import type { Sample, Tracks } from '../media-types.ts';
import { createStreamRegistry } from '../stream/stream-registry.ts';
import { createRtspSession } from './rtsp-session.ts';

const url = 'rtsp://127.0.0.1:8554/cam_1';
const tracks: Tracks = {
  video: {
    kind: 'video',
    codec: 'avc1.42c01e',
    width: 16,
    height: 16,
    configuration: buildConfiguration([Uint8Array.of(0x67, 0x42, 0xc0, 0x1e, 1)], [Uint8Array.of(0x68, 0xce, 4)]),
  },
  audio: { kind: 'audio', codec: 'mp4a.40.2', sampleRate: 8000, channels: 1, configuration: Uint8Array.of(0x15, 0x88) },
};
const picture = (seconds: number, keyFrame: boolean, size = 100): Sample => ({
  kind: 'video',
  decodeTime: seconds * 90_000,
  compositionOffset: 0,
  duration: 9000,
  keyFrame,
  data: toAvccSample([Uint8Array.from({ length: size }, (_, index) => (index === 0 ? (keyFrame ? 0x65 : 0x61) : 0x80))]),
});
const sound = (seconds: number): Sample => ({
  kind: 'audio',
  decodeTime: seconds * 8000,
  compositionOffset: 0,
  duration: 1024,
  keyFrame: true,
  data: new Uint8Array(9),
});

/** A session with the camera `cam_1`, whose user `viewer` has the password `secret`. */
function setUp({ withAudio = true }: { withAudio?: boolean } = {}) {
  const clock = createManualClock();
  const streams = createStreamRegistry({ log: pino({ level: 'silent' }) });
  const { input } = streams.open('cam_1');
  const answers: { status: number; headers: ReadonlyMap<string, readonly string[]>; body: string }[] = [];
  const frames: { channel: number; data: Buffer }[] = [];
  const read = createRtspReader({
    onMessage: ({ startLine, headers, body }) =>
      void answers.push({ status: Number(startLine.split(' ')[1]), headers, body: Buffer.from(body).toString() }),
    onFrame: (channel, data) => void frames.push({ channel, data: Buffer.from(data) }),
  });
  const socket = { bufferedBytes: 0, isClosed: false };
  const viewing = { begun: 0, ended: 0, onEnd: (): void => undefined, refusal: null as AppError | null };
  const onWrongPassword = vi.fn<() => void>();
  const session = createRtspSession({
    socket: {
      write: (data) => read(Buffer.from(data)),
      get bufferedBytes() {
        return socket.bufferedBytes;
      },
      close: () => void (socket.isClosed = true),
    },
    authorizer: {
      passwordOf: async (username, cameraId) => (username === 'viewer' && cameraId === 'cam_1' ? 'secret' : null),
      watch: async (_username, _userAgent, onEnd) => {
        if (viewing.refusal) throw viewing.refusal;
        viewing.onEnd = onEnd;
        return { withAudio, begin: () => void (viewing.begun += 1), end: () => void (viewing.ended += 1) };
      },
    },
    streams,
    clock,
    onWrongPassword,
  });
  let sequence = 0;
  const request = async (method: string, uri = url, headers: Readonly<Record<string, string>> = {}) => {
    sequence += 1;
    const lines = [
      `${method} ${uri} RTSP/1.0`,
      `CSeq: ${sequence}`,
      ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ];
    session.onData(Buffer.from(`${lines.join('\r\n')}\r\n\r\n`));
    await new Promise((resolve) => setImmediate(resolve));
    return answers.find((one) => one.headers.get('cseq')?.[0] === String(sequence)) ?? null;
  };
  const authorized = async (method: string, uri = url, password = 'secret') => {
    const challenge = pickChallenge((await request('DESCRIBE', uri))?.headers.get('www-authenticate') ?? []);
    if (!challenge) throw new Error('A password is asked for.');
    const header = authorizationHeader({ challenge, username: 'viewer', password, method, uri, count: 1, clientNonce: 'c' });
    return request(method, uri, { Authorization: header });
  };
  const setUpTrack = (track: number, transport = `RTP/AVP/TCP;unicast;interleaved=${track * 2}-${track * 2 + 1}`) =>
    request('SETUP', `${url}/trackID=${track}`, { Transport: transport });
  const media = (channel: number) => frames.filter((frame) => frame.channel === channel).map(({ data }) => data);
  return { clock, input, session, socket, viewing, onWrongPassword, frames, request, authorized, setUpTrack, media };
}

async function play(options: Parameters<typeof setUp>[0] = {}) {
  const scene = setUp(options);
  scene.input.onTracks(tracks);
  scene.input.onSample(picture(1, true));
  await scene.authorized('DESCRIBE');
  await scene.setUpTrack(0);
  await scene.setUpTrack(1);
  expect((await scene.request('PLAY'))?.status).toBe(200);
  return scene;
}
const timestampOf = (packet: Buffer | undefined): number => packet?.readUInt32BE(4) ?? Number.NaN;

test('a described camera: its picture and sound, with what decoders need', async () => {
  const { input, authorized } = setUp();
  input.onTracks(tracks);
  input.onSample(picture(1, true));
  const described = await authorized('DESCRIBE');
  expect(described?.status).toBe(200);
  expect(described?.headers.get('content-base')).toEqual([`${url}/`]);
  const [video, audio] = parseSdp(described?.body ?? '').media;
  expect(video).toMatchObject({ kind: 'video', encoding: 'H264', clockRate: 90_000, control: 'trackID=0' });
  expect(video?.parameters.get('sprop-parameter-sets')).toBe('Z0LAHgE=,aM4E');
  expect(audio).toMatchObject({ kind: 'audio', encoding: 'MPEG4-GENERIC', clockRate: 8000, control: 'trackID=1' });
  expect(audio?.parameters.get('config')).toBe('1588');
});

test('without a password nothing is learned, whether the camera exists or not', async () => {
  const { input, request, authorized, onWrongPassword, viewing } = setUp();
  input.onTracks(tracks);
  input.onSample(picture(1, true));
  for (const uri of [url, 'rtsp://127.0.0.1:8554/other', 'rtsp://127.0.0.1:8554/'])
    for (const method of ['DESCRIBE', 'SETUP', 'PLAY', 'TEARDOWN']) expect((await request(method, uri))?.status).toBe(401);
  expect(onWrongPassword).not.toHaveBeenCalled();
  expect((await authorized('DESCRIBE', url, 'wrong'))?.status).toBe(401);
  expect((await authorized('DESCRIBE', 'rtsp://127.0.0.1:8554/other'))?.status).toBe(401);
  expect(onWrongPassword).toHaveBeenCalledTimes(2);
  expect(viewing).toMatchObject({ begun: 0, ended: 0 });
  expect((await request('OPTIONS', '*'))?.headers.get('public')?.[0]).toContain('DESCRIBE');
});

test('an answer to the challenge of another connection is refused', async () => {
  const { authorized, input } = setUp();
  input.onTracks(tracks);
  input.onSample(picture(1, true));
  const stolen = authorizationHeader({
    challenge: pickChallenge(['Digest realm="Watchpost", nonce="of another"']) ?? expect.unreachable(),
    username: 'viewer',
    password: 'secret',
    method: 'DESCRIBE',
    uri: url,
    count: 1,
    clientNonce: 'c',
  });
  const { request } = setUp();
  expect((await request('DESCRIBE', url, { Authorization: stolen }))?.status).toBe(401);
  expect((await authorized('DESCRIBE'))?.status).toBe(200);
});

test('a camera that sends nothing is unavailable after 5 s; the viewer’s place is free again', async () => {
  const { authorized, request, clock, viewing } = setUp();
  expect(await authorized('DESCRIBE')).toBeNull();
  clock.advance(5000);
  await new Promise((resolve) => setImmediate(resolve));
  expect(viewing.ended).toBe(1);
  expect((await request('OPTIONS'))?.status).toBe(200);
});

test('a limit of viewers and an end of access are answered as such', async () => {
  const { authorized, viewing } = setUp();
  viewing.refusal = new AppError('viewer-limit-reached');
  expect((await authorized('DESCRIBE'))?.status).toBe(453);
  viewing.refusal = new AppError('access-outside-hours');
  expect((await authorized('DESCRIBE'))?.status).toBe(403);
  viewing.refusal = new AppError('not-found');
  expect((await authorized('DESCRIBE'))?.status).toBe(404);
});

test('a player that asks for UDP is sent to the connection it has', async () => {
  const { input, authorized, setUpTrack, request } = setUp();
  input.onTracks(tracks);
  input.onSample(picture(1, true));
  await authorized('DESCRIBE');
  expect((await request('PLAY'))?.status).toBe(455);
  expect((await setUpTrack(0, 'RTP/AVP;unicast;client_port=5000-5001'))?.status).toBe(461);
  const accepted = await setUpTrack(0);
  expect(accepted?.status).toBe(200);
  expect(accepted?.headers.get('transport')).toEqual(['RTP/AVP/TCP;unicast;interleaved=0-1']);
  expect((await request('SETUP', 'rtsp://127.0.0.1:8554/other/trackID=0'))?.status).toBe(404);
  expect((await request('RECORD'))?.status).toBe(405);
});

test('playback begins with the current group of pictures, all at almost the same time, then follows the camera', async () => {
  const { input, request, authorized, setUpTrack, media, viewing } = setUp();
  input.onTracks(tracks);
  for (const sample of [picture(1, true), picture(1.5, false), sound(1.6), picture(2, false)]) input.onSample(sample);
  await authorized('DESCRIBE');
  await setUpTrack(0);
  await setUpTrack(1);
  await request('PLAY');
  // Parameter sets, and three pictures one millisecond apart; the sound of the past is left out.
  expect(media(0).map((packet) => timestampOf(packet) - 2 * 90_000)).toEqual([-180, -180, -180, -90, 0]);
  expect(media(2)).toEqual([]);
  expect(viewing.begun).toBeGreaterThan(0);
  input.onSample(picture(2.5, false));
  input.onSample(sound(2.5));
  expect(timestampOf(media(0).at(-1))).toBe(2.5 * 90_000);
  expect(timestampOf(media(2)[0])).toBe(2.5 * 8000);
  // The marker ends a picture.
  expect(media(0).map((packet) => (packet[1] ?? 0) >> 7)).toEqual([0, 0, 1, 1, 1, 1]);
});

test('sender reports name the capture time of picture and sound every 5 s', async () => {
  const { input, clock, media } = await play();
  input.onSample(picture(1_800_000_000.5, false));
  input.onSample(sound(1_800_000_000.25));
  clock.advance(5000);
  const [video, audio] = [media(1).at(-1), media(3).at(-1)];
  expect([video?.[1], video?.readUInt32BE(8), (video?.readUInt32BE(12) ?? 0) / 2 ** 32]).toEqual([200, 1_800_000_000 + 2_208_988_800, 0.5]);
  expect(video?.readUInt32BE(16)).toBe((1_800_000_000.5 * 90_000) % 2 ** 32);
  expect([audio?.readUInt32BE(8), (audio?.readUInt32BE(12) ?? 0) / 2 ** 32]).toEqual([1_800_000_000 + 2_208_988_800, 0.25]);
});

test('a link without sound describes and sends none', async () => {
  const { input, authorized, setUpTrack } = setUp({ withAudio: false });
  input.onTracks(tracks);
  input.onSample(picture(1, true));
  expect(parseSdp((await authorized('DESCRIBE'))?.body ?? '').media.map(({ kind }) => kind)).toEqual(['video']);
  expect((await setUpTrack(1))?.status).toBe(404);
});

test('R24: the end of the access ends the connection at once', async () => {
  const { input, viewing, socket, frames } = await play();
  viewing.onEnd();
  expect(socket.isClosed).toBe(true);
  expect(viewing.ended).toBe(1);
  const before = frames.length;
  input.onSample(picture(3, true));
  expect(frames.length).toBe(before);
});

test('a connection that can’t keep up skips to the next key frame; after 30 s it is closed', async () => {
  const { input, socket, media, clock } = await play();
  const before = media(0).length;
  socket.bufferedBytes = 2_000_001;
  input.onSample(picture(2, false));
  socket.bufferedBytes = 0;
  input.onSample(picture(2.1, false));
  expect(media(0).length).toBe(before);
  input.onSample(picture(2.2, true));
  expect(media(0).length).toBeGreaterThan(before);
  socket.bufferedBytes = 2_000_001;
  input.onSample(picture(3, true));
  clock.advance(30_001);
  input.onSample(picture(4, true));
  expect(socket.isClosed).toBe(true);
});

test('other parameter sets go on in the stream; another codec ends the connection, and the player comes again', async () => {
  const { input, socket, media } = await play();
  const other = buildConfiguration([Uint8Array.of(0x67, 0x42, 0xc0, 0x1e, 9)], [Uint8Array.of(0x68, 0xce, 4)]);
  input.onTracks({ ...tracks, video: { ...tracks.video, configuration: other } });
  input.onSample(picture(5, true));
  expect(socket.isClosed).toBe(false);
  expect(media(0).some((packet) => packet.subarray(12).equals(Buffer.of(0x67, 0x42, 0xc0, 0x1e, 9)))).toBe(true);
  input.onTracks({ ...tracks, video: { ...tracks.video, codec: 'hvc1.1.6.L93.B0' } });
  expect(socket.isClosed).toBe(true);
});

test('sound that comes and goes leaves a player its picture', async () => {
  const { input, socket, media } = await play();
  input.onTracks({ ...tracks, audio: null });
  input.onSample(picture(5, true));
  const before = media(0).length;
  input.onTracks(tracks);
  input.onSample(picture(6, true));
  expect(socket.isClosed).toBe(false);
  expect(media(0).length).toBeGreaterThan(before);
});

test('a connection that doesn’t play within 15 s, or floods, or speaks no RTSP, is closed', async () => {
  const idle = setUp();
  idle.clock.advance(15_001);
  expect(idle.socket.isClosed).toBe(true);
  const flood = setUp();
  for (let count = 0; count < 60; count += 1) await flood.request('OPTIONS');
  expect(flood.socket.isClosed).toBe(true);
  const stranger = setUp();
  stranger.session.onData(Buffer.from('GET / HTTP/1.1\r\n\r\n'));
  expect(stranger.socket.isClosed).toBe(true);
});

test('a teardown ends the viewing', async () => {
  const { request, viewing, socket } = await play();
  expect((await request('GET_PARAMETER'))?.status).toBe(200);
  expect((await request('TEARDOWN'))?.status).toBe(200);
  expect(viewing.ended).toBe(1);
  expect(socket.isClosed).toBe(true);
});
