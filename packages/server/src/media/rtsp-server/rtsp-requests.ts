import type { StreamQuality } from '../media-types.ts';
import type { RtspMessage } from '../ingest/rtsp/rtsp-reader.ts';

/** One request of a player. */
export interface RtspRequest {
  readonly method: string;
  readonly uri: string;
  readonly sequence: string;
  readonly headers: RtspMessage['headers'];
  /** What the address names; null for another path. */
  readonly target: RtspTarget | null;
}

interface RtspTarget {
  readonly cameraId: string;
  readonly quality: StreamQuality;
  /** Which track, in a SETUP. */
  readonly track: number | null;
}

/** Reads a request line and its headers; null for anything else, such as an answer. */
export function parseRequest({ startLine, headers }: RtspMessage): RtspRequest | null {
  const [method, uri, version] = startLine.split(' ');
  const sequence = headers.get('cseq')?.[0] ?? '';
  if (method === undefined || uri === undefined || version !== 'RTSP/1.0' || !/^\d{1,10}$/.test(sequence)) return null;
  return { method, uri, sequence, headers, target: parseTarget(uri) };
}

/** `rtsp://host:8554/{cameraId}`, `…/{cameraId}/low`, and below them `/trackID=1`. */
function parseTarget(uri: string): RtspTarget | null {
  const match = /^rtsps?:\/\/[^/]{1,300}\/([\w-]{1,64})(\/low)?(?:\/trackID=([01]))?\/?$/.exec(uri);
  if (!match) return null;
  const [, cameraId = '', low, track] = match;
  return { cameraId, quality: low === undefined ? 'high' : 'low', track: track === undefined ? null : Number(track) };
}

/** Returns the channels of the interleaved transport that a SETUP offers; null when it offers others only. */
export function interleavedChannels(transport: string | undefined, byDefault: number): readonly [rtp: number, rtcp: number] | null {
  for (const offer of (transport ?? '').slice(0, 1000).split(',')) {
    const parts = offer.split(';').map((part) => part.trim().toLowerCase());
    if (parts[0] !== 'rtp/avp/tcp' || parts.includes('mode=record') || parts.includes('mode="record"')) continue;
    const channels = /^interleaved=(\d{1,3})(?:-(\d{1,3}))?$/.exec(parts.find((part) => part.startsWith('interleaved=')) ?? '');
    const rtp = channels ? Number(channels[1]) : byDefault;
    const rtcp = Number(channels?.[2] ?? rtp + 1);
    if (rtp <= 255 && rtcp <= 255 && rtp !== rtcp) return [rtp, rtcp];
  }
  return null;
}

const reasons = {
  200: 'OK',
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  453: 'Not Enough Bandwidth',
  455: 'Method Not Valid in This State',
  461: 'Unsupported Transport',
  503: 'Service Unavailable',
} as const;
export type RtspStatus = keyof typeof reasons;

/** Formats an answer. */
export function formatAnswer(status: RtspStatus, sequence: string, headers: Readonly<Record<string, string>>, body = ''): string {
  const lines = [`RTSP/1.0 ${status} ${reasons[status]}`, `CSeq: ${sequence}`, 'Server: Watchpost'];
  for (const [name, value] of Object.entries(headers)) lines.push(`${name}: ${value}`);
  if (body !== '') lines.push(`Content-Length: ${Buffer.byteLength(body)}`);
  return `${lines.join('\r\n')}\r\n\r\n${body}`;
}
