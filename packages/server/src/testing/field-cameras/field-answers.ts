import { createHash, randomBytes } from 'node:crypto';
import type { FieldAnswer, FieldAuth, FieldBehaviour, FieldRequest, SceneName, SdpParts } from './field-case.ts';
import { aacRate, fieldScene } from './field-media.ts';

export const username = 'viewer';
export const password = 's3cret';

/** Scene of a picture. */
export function sceneNameOf({ video = 'h264' }: FieldBehaviour, picture: number): SceneName {
  return typeof video === 'function' ? video(picture) : video;
}

/** Lines of a conformant description, of which a case makes its own. */
function sdpPartsOf(behaviour: FieldBehaviour): SdpParts {
  const { isHevc, parameterSets } = fieldScene(sceneNameOf(behaviour, 0));
  const sprop = parameterSets.map((unit) => unit.toString('base64'));
  const h264 = [
    'm=video 0 RTP/AVP 96',
    'a=rtpmap:96 H264/90000',
    `a=fmtp:96 packetization-mode=1;sprop-parameter-sets=${sprop.join()}`,
    'a=control:track1',
  ];
  const h265 = [
    'm=video 0 RTP/AVP 96',
    'a=rtpmap:96 H265/90000',
    `a=fmtp:96 sprop-vps=${sprop[0]};sprop-sps=${sprop[1]};sprop-pps=${sprop[2]}`,
    'a=control:track1',
  ];
  const aac = [
    'm=audio 0 RTP/AVP 97',
    `a=rtpmap:97 MPEG4-GENERIC/${aacRate}/1`,
    'a=fmtp:97 streamtype=5;profile-level-id=1;mode=AAC-hbr;sizelength=13;indexlength=3;indexdeltalength=3;config=1408',
    'a=control:track2',
  ];
  const pcma = ['m=audio 0 RTP/AVP 8', 'a=rtpmap:8 PCMA/8000', 'a=control:track2'];
  const opus = ['m=audio 0 RTP/AVP 98', 'a=rtpmap:98 opus/48000/2', 'a=control:track2'];
  const audio = behaviour.sound ? { aac, pcma, opus }[behaviour.sound] : [];
  const session = ['v=0', 'o=- 1 1 IN IP4 127.0.0.1', 's=Field camera', 'c=IN IP4 0.0.0.0', 't=0 0', 'a=control:*'];
  return { session, video: isHevc ? h265 : h264, audio, parameterSets, h264, aac, pcma, opus };
}

export function describeCamera(behaviour: FieldBehaviour): string {
  const parts = sdpPartsOf(behaviour);
  const lines = behaviour.sdp?.(parts) ?? [...parts.session, ...parts.video, ...parts.audio];
  return `${lines.join('\r\n')}\r\n`;
}

const hashNames: Readonly<Record<string, string>> = { MD5: 'md5', 'SHA-256': 'sha256', 'SHA-512-256': 'sha512-256' };

export interface Gate {
  /** @returns the values of WWW-Authenticate when the request is refused */
  refuse(request: FieldRequest): readonly string[] | null;
  readonly refused: number;
}

/** Asks for credentials as a case does (RFC 7616, RFC 7617). */
export function createGate({ challenges, accepts, isRefused = () => false }: FieldAuth): Gate {
  const nonces = new Set<string>();
  let refused = 0;
  const isAuthorised = ({ method, headers }: FieldRequest): boolean => {
    const header = headers.get('authorization') ?? '';
    if (header.startsWith('Basic '))
      return accepts.includes('Basic') && header === `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
    const field = (name: string): string => new RegExp(`\\b${name}="?([^",]*)"?`).exec(header)?.[1] ?? '';
    const algorithm = field('algorithm') || 'MD5';
    const hashName = hashNames[algorithm];
    if (!header.startsWith('Digest') || hashName === undefined || !accepts.includes(algorithm) || !nonces.has(field('nonce'))) return false;
    const hash = (text: string): string => createHash(hashName).update(text).digest('hex');
    const ha1 = hash(`${username}:${field('realm')}:${password}`);
    const ha2 = hash(`${method}:${field('uri')}`);
    const middle = field('qop') === '' ? '' : `${field('nc')}:${field('cnonce')}:auth:`;
    return field('response') === hash(`${ha1}:${field('nonce')}:${middle}${ha2}`);
  };
  return {
    refuse: (request) => {
      if (!isRefused() && isAuthorised(request)) return null;
      if (request.headers.has('authorization')) refused += 1;
      const nonce = randomBytes(8).toString('hex');
      nonces.add(nonce);
      return challenges.map((challenge) => challenge(nonce));
    },
    get refused() {
      return refused;
    },
  };
}

/** Writes an answer as a case does. */
export function writeAnswer({ status, reason, headers, body }: FieldAnswer, wire: FieldBehaviour['wire']): Buffer {
  const lines = [`RTSP/1.0 ${status} ${reason}`];
  for (const [name, value] of headers) for (const one of typeof value === 'string' ? [value] : value) lines.push(`${name}: ${one}`);
  if (body !== '') lines.push(`Content-Length: ${Buffer.byteLength(body)}`);
  const head = `${lines.join('\r\n')}\r\n\r\n`;
  return Buffer.from((wire?.(head) ?? head) + body);
}
