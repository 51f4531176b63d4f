/** One `m=` section of an SDP (RFC 8866), as far as cameras use it. */
export interface SdpMedia {
  readonly kind: string;
  readonly payloadType: number;
  /** Upper case, as in rtpmap: H264, MPEG4-GENERIC, PCMA. */
  readonly encoding: string;
  /** Ticks per second. */
  readonly clockRate: number;
  readonly channels: number;
  /** fmtp parameters, names in lower case. */
  readonly parameters: ReadonlyMap<string, string>;
  readonly control: string | null;
  /** The stream is sent to a multicast address. */
  readonly isMulticast: boolean;
  /** How to request a key frame (RFC 4585, RFC 5104); null when the camera does not support it. */
  readonly keyFrameRequest: 'pli' | 'fir' | null;
}

export interface Sdp {
  readonly control: string | null;
  readonly media: readonly SdpMedia[];
}

const maxLines = 2000;
const maxMedia = 32;
/** The longest useful lines are parameter sets of H.265, a few thousand characters. */
const maxLineLength = 16_384;
const staticTypes: Readonly<Record<number, readonly [encoding: string, clockRate: number]>> = {
  0: ['PCMU', 8000],
  3: ['GSM', 8000],
  4: ['G723', 8000],
  8: ['PCMA', 8000],
  9: ['G722', 8000],
  14: ['MPA', 90000],
  26: ['JPEG', 90000],
  32: ['MPV', 90000],
  33: ['MP2T', 90000],
};

interface Draft {
  kind: string;
  payloadType: number;
  control: string | null;
  rtpmap: string | null;
  parameters: Map<string, string>;
  isMulticast: boolean;
  keyFrameRequest: SdpMedia['keyFrameRequest'];
}

/** Parses an SDP. Ignores what it does not understand, because cameras write many dialects; never throws. */
export function parseSdp(text: string): Sdp {
  let control: string | null = null;
  let isMulticast = false;
  const drafts: Draft[] = [];
  for (const raw of text.split(/\r\n|\n|\r/, maxLines)) {
    const line = raw.slice(0, maxLineLength).trim();
    const current = drafts.at(-1);
    const media = /^m=(\w+) \S+ \S+ (\d{1,3})\b/.exec(line);
    if (media) {
      if (drafts.length === maxMedia) break;
      drafts.push({
        kind: media[1] ?? '',
        payloadType: Number(media[2]),
        control: null,
        rtpmap: null,
        parameters: new Map(),
        isMulticast,
        keyFrameRequest: null,
      });
    } else if (line.startsWith('a=control:')) {
      if (current) current.control = line.slice(10).trim();
      else control = line.slice(10).trim();
    } else if (line.startsWith('c=')) {
      if (current) current.isMulticast = isMulticastAddress(line);
      else isMulticast = isMulticastAddress(line);
    } else if (current && line.startsWith('a=rtcp-fb:')) {
      if (line.endsWith(' nack pli')) current.keyFrameRequest = 'pli';
      else if (line.endsWith(' ccm fir')) current.keyFrameRequest ??= 'fir';
    } else if (current) readAttribute(current, line);
  }
  return { control, media: drafts.map(finish) };
}

function readAttribute(draft: Draft, line: string): void {
  const match = /^a=(rtpmap|fmtp):(\d{1,3})\s/.exec(line);
  if (!match || Number(match[2]) !== draft.payloadType) return;
  const value = line.slice(match[0].length).trimStart();
  if (match[1] === 'rtpmap') draft.rtpmap = value;
  else
    for (const part of value.split(';')) {
      const equals = part.indexOf('=');
      if (equals > 0) draft.parameters.set(part.slice(0, equals).trim().toLowerCase(), part.slice(equals + 1).trim());
    }
}

/**
 * Whether a connection line has a multicast address.
 * @param line such as `c=IN IP4 239.1.2.3/127`
 */
function isMulticastAddress(line: string): boolean {
  const [, type, address = ''] = line.split(' ', 3);
  return type === 'IP6' ? address.toLowerCase().startsWith('ff') : /^2(2[4-9]|3\d)\./.test(address);
}

function finish({ kind, payloadType, control, rtpmap, parameters, isMulticast, keyFrameRequest }: Draft): SdpMedia {
  const [staticEncoding = '', staticRate = 0] = staticTypes[payloadType] ?? [];
  const [encoding = staticEncoding, rate, channels] = rtpmap?.split('/').map((part) => part.trim()) ?? [];
  const clockRate = Number(rate ?? staticRate);
  return {
    kind,
    payloadType,
    encoding: encoding.toUpperCase().slice(0, 40),
    clockRate: Number.isInteger(clockRate) && clockRate > 0 && clockRate <= 1_000_000 ? clockRate : kind === 'video' ? 90_000 : 8000,
    channels: /^[1-8]$/.test(channels ?? '') ? Number(channels) : 1,
    parameters,
    control,
    isMulticast,
    keyFrameRequest,
  };
}
