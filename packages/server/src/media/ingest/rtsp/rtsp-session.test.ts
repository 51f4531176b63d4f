import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { createManualClock } from '@watchpost/contract/testing';
import { expect, onTestFinished, test } from 'vitest';
import { createNetworkPolicy } from '../../../kernel/network/network-policy.ts';
import { connectRtsp, type RtspConnection } from './rtsp-connection.ts';
import { describe, play, type Description } from './rtsp-session.ts';
import { pickMedia, pull } from './rtsp-source.ts';
import { parseRtspUrl } from './rtsp-url.ts';
import { parseSdp } from './sdp.ts';

const sdp = parseSdp(
  [
    'v=0',
    'm=video 0 RTP/AVP 96',
    'a=rtpmap:96 H264/90000',
    'a=control:track1',
    'm=audio 0 RTP/AVP 97',
    'a=rtpmap:97 MPEG4-GENERIC/16000/1',
    'a=control:track2',
    '',
  ].join('\r\n'),
);

/** Records the requests; answers SETUP with a session timeout in seconds. */
function createPeer(timeout: string, status: (method: string, url: string, transport: string) => number = () => 200, transport?: string) {
  const requests: string[] = [];
  const write = (method: string, url: string, headers: Readonly<Record<string, string>> = {}): void =>
    void requests.push(`${method} ${url} ${headers['Session'] ?? '-'}`);
  const connection: RtspConnection = {
    request: async (method, url, headers) => {
      write(method, url, headers);
      const lines = new Map(
        method === 'SETUP'
          ? [['session', [`abc${timeout}`]], ...(transport === undefined ? [] : [['transport', [transport]] as const])]
          : [],
      );
      return { startLine: '', status: status(method, url, headers?.['Transport'] ?? ''), headers: lines, body: new Uint8Array() };
    },
    send: write,
    sendFrame: () => undefined,
    close: () => undefined,
    closed: new Promise(() => undefined),
    address: '127.0.0.1',
  };
  return { requests, connection };
}
const onPacket = (): void => undefined;
const description = (knowsGetParameter: boolean): Description => ({
  sdp,
  url: 'rtsp://cam/s',
  baseUrl: 'rtsp://cam/s/',
  knowsGetParameter,
});

test('the session is kept alive at half its timeout by a method that the camera supports, until it ends', async () => {
  const clock = createManualClock();
  const { requests, connection } = createPeer(';timeout=20');
  const playing = await play({ connection, description: description(true), wanted: sdp.media, clock, onPacket });
  expect(requests).toEqual(['SETUP rtsp://cam/s/track1 -', 'SETUP rtsp://cam/s/track2 abc', 'PLAY rtsp://cam/s/ abc']);
  requests.length = 0;
  clock.advance(9_999);
  expect(requests).toEqual([]);
  clock.advance(20_001);
  expect(requests).toEqual(Array.from({ length: 3 }, () => 'GET_PARAMETER rtsp://cam/s/ abc'));
  requests.length = 0;
  playing.stop();
  clock.advance(60_000);
  expect(requests).toEqual(['TEARDOWN rtsp://cam/s/ abc']);
  expect(clock.pending).toBe(0);
});

test('without a timeout the default of 60 s applies, and OPTIONS replaces an unsupported GET_PARAMETER', async () => {
  const clock = createManualClock();
  const { requests, connection } = createPeer('');
  const playing = await play({ connection, description: description(false), wanted: sdp.media, clock, onPacket });
  requests.length = 0;
  clock.advance(30_000);
  expect(requests).toEqual(['OPTIONS rtsp://cam/s/ abc']);
  playing.stop();
});

test('a camera that refuses the audio track still delivers video', async () => {
  const { connection } = createPeer('', (method, url) => (method === 'SETUP' && url.endsWith('track2') ? 461 : 200));
  const playing = await play({ connection, description: description(true), wanted: sdp.media, clock: createManualClock(), onPacket });
  expect(playing.tracks.map(({ media, channel }) => [media.encoding, channel])).toEqual([['H264', 0]]);
  playing.stop();
});

// A slash at the end is not allowed: alexeyvasilyev/rtsp-client-android PR #9.
test.each([404, 405])('a camera that answers %i to PLAY at its base is asked at the address that it described', async (refusal) => {
  const clock = createManualClock();
  const { requests, connection } = createPeer('', (method, url) => (method === 'PLAY' && url.endsWith('/') ? refusal : 200));
  const playing = await play({ connection, description: description(true), wanted: sdp.media, clock, onPacket });
  clock.advance(30_000);
  playing.stop();
  expect(requests.slice(2)).toEqual([
    'PLAY rtsp://cam/s/ abc',
    'PLAY rtsp://cam/s abc',
    'GET_PARAMETER rtsp://cam/s abc',
    'TEARDOWN rtsp://cam/s abc',
  ]);
});

test.each([
  [404, 2],
  [503, 1],
])('a camera that answers %i to PLAY everywhere is asked %i times', async (refusal, times) => {
  const { requests, connection } = createPeer('', (method) => (method === 'PLAY' ? refusal : 200));
  const playing = play({ connection, description: description(true), wanted: sdp.media, clock: createManualClock(), onPacket });
  await expect(playing).rejects.toMatchObject({ code: refusal === 404 ? 'camera-stream-not-found' : 'camera-no-video' });
  expect(requests.filter((request) => request.startsWith('PLAY'))).toHaveLength(times);
});

test.each(['0-0', '0-1', '6970-0', '99999-100000', '70000-99999999999999999999'])(
  'UDP from port %s is reported as the camera’s fault',
  async (ports) => {
    let setups = 0;
    const { connection } = createPeer(
      '',
      (method) => (method === 'SETUP' && (setups += 1) === 1 ? 461 : 200),
      `RTP/AVP;unicast;client_port=5000-5001;server_port=${ports}`,
    );
    const playing = play({
      connection,
      description: description(true),
      wanted: sdp.media.slice(0, 1),
      clock: createManualClock(),
      onPacket,
    });
    await expect(playing).rejects.toMatchObject({
      code: 'camera-no-video',
      message: expect.stringContaining('UDP ports that do not exist'),
    });
  },
);

test('a camera that floods with messages is disconnected; frames do not count as messages', async () => {
  const answer = 'RTSP/1.0 200 OK\r\nCSeq: 9\r\n\r\n';
  const camera = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.write(Buffer.concat([...Array.from({ length: 5000 }, () => Buffer.from([0x24, 0, 0, 1, 7])), Buffer.from(answer)]));
    socket.once('data', () => socket.write(`ANNOUNCE rtsp://x/ RTSP/1.0\r\nCSeq: 1\r\n\r\n${answer}`.repeat(500)));
  });
  camera.listen(0, '127.0.0.1');
  await once(camera, 'listening');
  const address = camera.address();
  const url = `rtsp://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/`;
  let frames = 0;
  const connection = await connectRtsp({
    target: parseRtspUrl({ url }),
    network: createNetworkPolicy({ allowPrivate: true, allowLoopback: true }),
    clock: createManualClock(),
    onFrame: () => void (frames += 1),
  });
  await expect.poll(() => frames).toBe(5000);
  connection.send('OPTIONS', url);
  expect(await connection.closed).toMatchObject({ code: 'camera-not-rtsp', message: 'The camera sends more than 100 messages a second.' });
  camera.close();
});

test.each([400, 461])('a camera that answers %i to TCP is tried over UDP', async (refusal) => {
  const transports: string[] = [];
  const { connection } = createPeer('', (_, __, transport) => {
    if (transport !== '') transports.push(transport.split(';', 1)[0] ?? '');
    return transport.startsWith('RTP/AVP/TCP') ? refusal : 200;
  });
  const playing = await play({ connection, description: description(true), wanted: sdp.media, clock: createManualClock(), onPacket });
  expect(transports).toEqual(['RTP/AVP/TCP', 'RTP/AVP', 'RTP/AVP']);
  expect(playing.tracks).toHaveLength(2);
  playing.stop();
});

test.each([
  ['461 to both: only multicast is left', [461, 461], '', 'camera-multicast-only'],
  ['400 to both, and a group in its description', [400, 400], 'c=IN IP4 239.1.2.3/127', 'camera-multicast-only'],
  ['400 to both', [400, 400], 'c=IN IP4 0.0.0.0', 'camera-transport-refused'],
  ['400 and 461', [400, 461], '', 'camera-transport-refused'],
  ['something else', [404, 404], '', 'camera-stream-not-found'],
] as const)('%s', async (_, [overTcp, overUdp], line, code) => {
  const { connection, requests } = createPeer('', (method, __, transport) =>
    method !== 'SETUP' ? 200 : transport.startsWith('RTP/AVP/TCP') ? overTcp : overUdp,
  );
  const { media } = parseSdp(`${line}\r\nm=video 0 RTP/AVP 96\r\na=rtpmap:96 H264/90000\r\n`);
  await expect(
    play({ connection, description: description(true), wanted: media, clock: createManualClock(), onPacket }),
  ).rejects.toMatchObject({ code });
  expect(requests.filter((line) => line.startsWith('PLAY'))).toEqual([]);
});

test('a redirect is reported as such', async () => {
  const { connection } = createPeer('', (method) => (method === 'DESCRIBE' ? 302 : 200));
  await expect(describe(connection, 'rtsp://cam/s')).rejects.toMatchObject({ code: 'camera-redirects' });
});

test.each([
  ['m=audio 0 RTP/AVP 8', 'camera-audio-only'],
  ['m=application 0 RTP/AVP 107', 'camera-codec-unsupported'],
  ['m=video 0 RTP/AVP 32\r\nm=audio 0 RTP/AVP 8', 'camera-codec-unsupported'],
])('%j is %s', (text, code) => {
  expect(() => pickMedia(parseSdp(`${text}\r\n`))).toThrow(expect.objectContaining({ code }));
});

/** Starts a camera with one H.264 track that it sends on channel 4, its reports on channel 5; collects what it receives after PLAY. */
async function startCamera(feedback: string) {
  const body = `v=0\r\nm=video 0 RTP/AVPF 96\r\na=rtpmap:96 H264/90000\r\n${feedback}a=control:track1\r\n`;
  const extras: Readonly<Record<string, string>> = {
    DESCRIBE: `Content-Type: application/sdp\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    SETUP: 'Session: abc\r\nTransport: RTP/AVP/TCP;unicast;interleaved=4-5\r\n\r\n',
  };
  let viewer: Socket | null = null;
  let hasPlayed = false;
  let received = Buffer.alloc(0);
  const camera = createServer((socket) => {
    viewer = socket;
    socket.on('error', () => undefined);
    socket.on('data', (data: Buffer) => {
      if (hasPlayed) return void (received = Buffer.concat([received, data]));
      const [, method = '', sequence = ''] = /^(\w+) [\s\S]*?CSeq: (\d+)/.exec(data.toString()) ?? [];
      hasPlayed = method === 'PLAY';
      socket.write(`RTSP/1.0 200 OK\r\nCSeq: ${sequence}\r\n${extras[method] ?? '\r\n'}`);
    });
  });
  camera.listen(0, '127.0.0.1');
  await once(camera, 'listening');
  onTestFinished(() => void camera.close());
  const address = camera.address();
  return {
    url: `rtsp://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/s`,
    /** Sends an RTP packet of the source 0x01020304, or others on its channel. */
    sendPacket: (hex = '2404000d80600001000000000102030441') => viewer?.write(Buffer.from(hex, 'hex')),
    received: () => received,
  };
}

/** For one packet with the sequence number 1, and the name of this receiver. */
const receiverReport = /2405003481c9000757505254010203040{15}10{24}81ca0004575052540109[\da-f]{18}00/g;

test.each([
  ['PLI', 'a=rtcp-fb:96 nack pli\r\n', ['2405001480c900015750525481ce00025750525401020304']],
  [
    'FIR, numbered',
    'a=rtcp-fb:* ccm fir\r\n',
    [
      '2405001c80c900015750525484ce000457505254000000000102030401000000',
      '2405001c80c900015750525484ce000457505254000000000102030402000000',
    ],
  ],
  ['nothing to a camera that declares neither', '', []],
])('a request for a key frame goes to the channel of the track’s reports: %s', async (_, feedback, [first = '', second = first]) => {
  const camera = await startCamera(feedback);
  const clock = createManualClock();
  let packets = 0;
  const pulling = await pull({
    address: { url: camera.url },
    clock,
    network: createNetworkPolicy({ allowPrivate: true, allowLoopback: true }),
    listener: { onTracks: () => undefined, onSample: () => undefined, onAlive: () => void (packets += 1) },
  });
  // The camera's source is not known yet.
  pulling.requestKeyFrame();
  camera.sendPacket();
  await expect.poll(() => packets, { timeout: 15_000 }).toBe(1);
  pulling.requestKeyFrame();
  pulling.requestKeyFrame();
  // The keep-alive comes behind everything that was sent before.
  clock.advance(30_000);
  await expect.poll(() => camera.received().includes('OPTIONS'), { timeout: 15_000 }).toBe(true);
  const sent = camera.received().subarray(0, camera.received().indexOf('OPTIONS')).toString('hex');
  expect(sent.replaceAll(receiverReport, '')).toBe(first + second);
  // Reports are sent to every camera: some end a session without them.
  expect(sent.match(receiverReport)).toHaveLength(5);
  pulling.stop();
});

test('sound and reports on the channel of the picture are no sign of it', async () => {
  const camera = await startCamera('');
  let packets = 0;
  const pulling = await pull({
    address: { url: camera.url },
    clock: createManualClock(),
    network: createNetworkPolicy({ allowPrivate: true, allowLoopback: true }),
    listener: { onTracks: () => undefined, onSample: () => undefined, onAlive: () => void (packets += 1) },
  });
  camera.sendPacket('2404000d80e10001000000000908070641');
  camera.sendPacket(`2404001c80c80006${'00'.repeat(24)}`);
  camera.sendPacket();
  // They come in their order.
  await expect.poll(() => packets, { timeout: 15_000 }).toBe(1);
  pulling.stop();
});
