import { AppError } from '../../../packages/server/src/kernel/app-error.ts';
import { parseAudioConfig } from '../../../packages/server/src/media/ingest/codecs/aac-depacketiser.ts';
import { encodedAudioOf, passedAudioOf } from '../../../packages/server/src/media/ingest/codecs/audio-codec.ts';
import { ParseError } from '../../../packages/server/src/media/ingest/codecs/parse-error.ts';
import { videoCodecOf } from '../../../packages/server/src/media/ingest/codecs/video-codec.ts';
import { addressOfCamera, resolveControl } from '../../../packages/server/src/media/ingest/rtsp/rtsp-control-address.ts';
import { createRtspReader } from '../../../packages/server/src/media/ingest/rtsp/rtsp-reader.ts';
import { pickMedia } from '../../../packages/server/src/media/ingest/rtsp/rtsp-source.ts';
import { parseSdp } from '../../../packages/server/src/media/ingest/rtsp/sdp.ts';
import { interleavedChannels, parseRequest } from '../../../packages/server/src/media/rtsp-server/rtsp-requests.ts';
import { authorizationHeader, rankChallenges } from '../../../packages/onvif/src/soap/http-authentication.ts';
import type { FuzzTarget, Parsed } from '../fuzz.ts';
import { textStructure } from '../structures.ts';
import { bytesOf, pps, ppsHevc, sps1080, spsHevc, vpsHevc } from './samples.ts';

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');
const h264Sdp = [
  'v=0',
  'o=- 1 1 IN IP4 127.0.0.1',
  's=x',
  'c=IN IP4 239.1.2.3/127',
  't=0 0',
  'a=control:*',
  'm=video 0 RTP/AVP 96',
  'a=rtpmap:96 H264/90000',
  'a=rtcp-fb:96 nack pli',
  `a=fmtp:96 packetization-mode=1;sprop-parameter-sets=${base64(sps1080)},${base64(pps)}`,
  'a=control:stream=0',
  'm=audio 0 RTP/AVP 97',
  'a=rtpmap:97 MPEG4-GENERIC/16000/1',
  'a=fmtp:97 streamtype=5;mode=AAC-hbr;config=1408;sizelength=13;indexlength=3;indexdeltalength=3',
  'a=control:stream=1',
  '',
].join('\r\n');
const h265Sdp = [
  'v=0',
  's=IPCAM',
  'a=recvonly',
  'm=video 0 RTP/AVP 98',
  'a=rtpmap:98 H265/90000',
  `a=fmtp:98 sprop-vps=${base64(vpsHevc)};sprop-sps=${base64(spsHevc)};sprop-pps=${base64(ppsHevc)}`,
  'a=control:rtsp://10.0.0.5:554/trackID=1',
  'm=audio 0 RTP/AVP 8 0',
  'a=sendonly',
  'm=audio 0 RTP/AVP 99',
  'a=rtpmap:99 opus/48000/2',
  'a=fmtp:99 sprop-stereo=1',
  'm=video 0 RTP/AVP 26',
  'a=rtpmap:0 AAL2-G726-32/8000',
  '',
].join('\n');

const words = /(?<=[\r\n;:=,/ ])/;
const tokens = [
  '\r\n',
  '\n\n',
  '\r',
  ' ',
  ';',
  '=',
  ':',
  ',',
  '"',
  '\\',
  '\0',
  '\u00ff',
  'a=',
  'm=',
  'RTSP/1.0',
  '-1',
  '0',
  '4294967296',
  '1e9',
  '0x10',
  'NaN',
].map((text) => bytesOf(text));

const frame = (channel: number, data: readonly number[]): readonly number[] => [
  0x24,
  channel,
  data.length >> 8,
  data.length & 255,
  ...data,
];
const rtcp = [0x80, 0xc8, 0, 1, 0, 0, 0, 1];

function readDescription(text: string): Parsed {
  const { control, media } = parseSdp(text);
  let bytes = 0;
  const kinds = media.map((one) => {
    bytes +=
      32 + one.encoding.length + one.kind.length + [...one.parameters].reduce((sum, [key, value]) => sum + key.length + value.length, 0);
    if (!Number.isInteger(one.clockRate) || one.clockRate <= 0) throw new RangeError(`a clock rate of ${one.clockRate}`);
    const track = one.encoding === 'JPEG' ? null : videoCodecOf(one).parameterSets.current()?.track;
    bytes += track?.configuration.length ?? 0;
    const address = resolveControl('rtsp://10.0.0.5:554/live', one.control, '10.0.0.5');
    if (/[\s\r\n]/.test(address)) throw new RangeError(`the address ${JSON.stringify(address)}`);
    return [
      one.kind.slice(0, 5),
      one.isBackChannel,
      one.keyFrameRequest,
      passedAudioOf(one)?.track.codec,
      encodedAudioOf(one) !== null,
      track !== undefined,
    ].join();
  });
  return { outcome: `${control === null} ${pickOutcome(text)} ${kinds.join(' ').slice(0, 200)}`, bytes };
}

function pickOutcome(text: string): string {
  try {
    const { video, audio, unplayedSound } = pickMedia(parseSdp(text));
    return [video.encoding, audio?.encoding, unplayedSound?.length].join();
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
}

export const sdpTarget: FuzzTarget = {
  name: 'SDP',
  samples: [bytesOf(h264Sdp), bytesOf(h265Sdp)],
  structure: textStructure(words),
  tokens,
  parse: (input) => readDescription(Buffer.from(input).toString('latin1')),
  isRefusal: () => false,
};

/** Feeds a stream in pieces, and asks whatever follows from a message. */
function readStream(input: Uint8Array, pieceBytes: number): Parsed {
  let [messages, frames, bytes] = [0, 0, 0];
  let last = '';
  const read = createRtspReader({
    onMessage: (message) => {
      const { startLine, headers, body } = message;
      messages += 1;
      bytes += 32 + startLine.length + body.length;
      for (const [name, values] of headers) bytes += name.length + values.join().length;
      const ranked = rankChallenges(headers.get('www-authenticate') ?? []);
      const [challenge] = ranked;
      const authorization =
        challenge &&
        authorizationHeader({ challenge, username: 'u', password: 'p', method: 'DESCRIBE', uri: 'rtsp://h/', count: 1, clientNonce: 'c' });
      if (authorization !== undefined && /[\r\n]/.test(authorization)) throw new RangeError('A header breaks its line.');
      const base = addressOfCamera(headers.get('content-base')?.[0], 'rtsp://10.0.0.5/live', '10.0.0.5');
      if (!base.startsWith('rtsp://') || /\s/.test(base)) throw new RangeError(`the base ${JSON.stringify(base)}`);
      const request = parseRequest(message);
      const channels = interleavedChannels(headers.get('transport')?.[0], 0);
      last = `${startLine.slice(0, 12)} ${headers.size} ${ranked.length} ${request?.target?.quality} ${channels !== null} ${body.length > 0}`;
      if (body.length > 0) bytes += readDescription(Buffer.from(body).toString('utf8')).bytes;
    },
    onFrame: (_, data) => {
      frames += 1;
      bytes += data.length;
    },
  });
  for (let at = 0; at < input.length; at += pieceBytes) read(Buffer.from(input.subarray(at, at + pieceBytes)));
  return { outcome: `${Math.min(messages, 9)} ${Math.min(frames, 9)} ${last}`, bytes };
}

export const rtspTarget: FuzzTarget = {
  name: 'RTSP',
  samples: [
    bytesOf(
      `RTSP/1.0 200 OK\r\nCSeq: 1\r\nContent-Base: rtsp://10.0.0.5/live/\r\nContent-Type: application/sdp\r\nContent-Length: ${h264Sdp.length}\r\n\r\n${h264Sdp}`,
    ),
    bytesOf(
      'RTSP/1.0 401 Unauthorized\r\nCSeq: 2\r\nWWW-Authenticate: Digest realm="a\\"b", nonce="c", algorithm=SHA-256, qop="auth,auth-int"\r\nWWW-Authenticate: Basic realm="d"\r\n\r\n',
      'RTSP/1.0 200 OK\r\nCSeq: 3\r\nSession: 12345678;timeout=60\r\nTransport: RTP/AVP/TCP;unicast;interleaved=0-1;ssrc=01020304\r\n\r\n',
      frame(0, rtcp),
      frame(1, [...rtcp, ...rtcp]),
      frame(0, rtcp),
      'ANNOUNCE rtsp://10.0.0.5/a RTSP/1.0\r\nCSeq: 3\r\n\r\n',
      frame(0, rtcp),
    ),
    bytesOf(
      'SETUP rtsp://server:8554/cam_1/low/trackID=1 RTSP/1.0\nCSeq: 4\nTransport: RTP/AVP/TCP;unicast;interleaved=0-1\n\n',
      frame(1, rtcp),
    ),
  ],
  structure: textStructure(words),
  tokens: [...tokens, bytesOf([0x24, 0]), bytesOf('Content-Length: '), bytesOf('\r\n\r\n')],
  parse: (input) => {
    const whole = readStream(input, 48 * 1024);
    readStream(input, 97);
    return whole;
  },
  isRefusal: (error) => error instanceof ParseError,
};

export const audioConfigTarget: FuzzTarget = {
  name: 'AAC configuration',
  samples: [Uint8Array.of(0x14, 0x08), Uint8Array.of(0x11, 0x90, 0x56, 0xe5, 0x00), Uint8Array.of(0x2b, 0x92, 0x08, 0x00)],
  structure: (bytes) => bytes,
  tokens: [],
  parse: (input) => {
    const { codec, sampleRate, channels } = parseAudioConfig(input);
    return { outcome: `${codec} ${sampleRate} ${channels}`, bytes: 32 };
  },
  isRefusal: (error) => error instanceof ParseError,
};
