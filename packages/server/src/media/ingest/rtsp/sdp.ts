/** One `m=` section of an SDP (RFC 8866), as far as cameras use it. */
export interface SdpMedia {
  readonly kind: string;
  /** Null when it is not a number: nothing that can be received. */
  readonly payloadType: number | null;
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
  /** The camera receives this track: its loudspeaker. */
  readonly isBackChannel: boolean;
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
const staticTypes: Readonly<Record<number, readonly [encoding: string, clockRate: number, channels?: number]>> = {
  0: ['PCMU', 8000],
  3: ['GSM', 8000],
  4: ['G723', 8000],
  8: ['PCMA', 8000],
  9: ['G722', 8000],
  10: ['L16', 44_100, 2],
  11: ['L16', 44_100],
  14: ['MPA', 90000],
  26: ['JPEG', 90000],
  32: ['MPV', 90000],
  33: ['MP2T', 90000],
};

type Direction = 'sendonly' | 'recvonly' | null;

interface Draft {
  kind: string;
  payloadType: number | null;
  control: string | null;
  /** Values by payload type; the type may be another than that of the section. */
  rtpmaps: Map<number, string>;
  fmtps: Map<number, string>;
  direction: Direction;
  isMulticast: boolean;
  keyFrameRequest: SdpMedia['keyFrameRequest'];
}

/** Parses an SDP. Ignores what it does not understand, because cameras write many dialects; never throws. */
export function parseSdp(text: string): Sdp {
  let control: string | null = null;
  let isMulticast = false;
  let direction: Direction = null;
  const drafts: Draft[] = [];
  for (const raw of text.split(/\r\n|\n|\r/, maxLines)) {
    const line = raw.slice(0, maxLineLength).trim();
    const current = drafts.at(-1);
    // Every such line begins a section, even one that can't be read: its attributes belong to nothing else.
    if (/^m\s?=/i.test(line)) {
      if (drafts.length === maxMedia) break;
      drafts.push(readMedia(line, isMulticast, direction));
    } else if (/^c\s?=/i.test(line)) {
      if (current) current.isMulticast = isMulticastAddress(line);
      else isMulticast = isMulticastAddress(line);
    } else {
      const [name, value] = readAttribute(line);
      if (name === 'control') {
        if (current) current.control = value;
        else control = value;
      } else if (name === 'sendonly' || name === 'recvonly') {
        if (current) current.direction = name;
        else direction = name;
      } else if (name === 'sendrecv' && current) current.direction = null;
      else if (name !== '' && current) addAttribute(current, name, value);
    }
  }
  // Some cameras name directions from their own point of view: they send their picture.
  const back = drafts.some(({ kind, direction: of }) => kind === 'video' && of === 'sendonly') ? 'recvonly' : 'sendonly';
  return { control, media: drafts.map((draft) => finish(draft, draft.kind !== 'video' && draft.direction === back)) };
}

function readMedia(line: string, isMulticast: boolean, direction: Direction): Draft {
  const [kind = '', , , format = ''] = line
    .slice(line.indexOf('=') + 1)
    .trim()
    .split(/\s+/, 4);
  return {
    kind: kind.toLowerCase().slice(0, 40),
    payloadType: /^\d{1,3}$/.test(format) ? Number(format) : null,
    control: null,
    rtpmaps: new Map(),
    fmtps: new Map(),
    direction,
    isMulticast,
    keyFrameRequest: null,
  };
}

/**
 * Splits an attribute into its name in lower case and its value, both empty for other lines.
 * @param line such as `a=control:track1`
 */
function readAttribute(line: string): readonly [name: string, value: string] {
  const match = /^a\s?=\s?([\w-]{1,40})\s?(?::|$)/i.exec(line);
  return match ? [(match[1] ?? '').toLowerCase(), line.slice(match[0].length).trim()] : ['', ''];
}

function addAttribute(draft: Draft, name: string, value: string): void {
  if (name === 'rtcp-fb') {
    if (value.endsWith(' nack pli')) draft.keyFrameRequest = 'pli';
    else if (value.endsWith(' ccm fir')) draft.keyFrameRequest ??= 'fir';
    return;
  }
  const type = /^(\d{1,3})(?:\s|$)/.exec(value)?.[1];
  if (type === undefined) return;
  const text = value.slice(type.length).trimStart();
  if (name === 'rtpmap') draft.rtpmaps.set(Number(type), text);
  // A camera may spread its parameters over several lines.
  if (name === 'fmtp')
    draft.fmtps.set(Number(type), [draft.fmtps.get(Number(type)), text].filter(Boolean).join(';').slice(0, maxLineLength));
}

/** Returns the value of a payload type; else the only one, where a camera describes its only type under another number. */
function valueOf(values: ReadonlyMap<number, string>, payloadType: number | null): string | undefined {
  const [first] = values.values();
  return (payloadType === null ? undefined : values.get(payloadType)) ?? (values.size === 1 ? first : undefined);
}

function readParameters(text: string): Map<string, string> {
  const parameters = new Map<string, string>();
  for (const part of text.split(';')) {
    const equals = part.indexOf('=');
    if (equals <= 0) continue;
    const value = part.slice(equals + 1).trim();
    parameters.set(part.slice(0, equals).trim().toLowerCase(), /^".*"$/.test(value) ? value.slice(1, -1) : value);
  }
  return parameters;
}

/**
 * Whether a connection line has a multicast address.
 * @param line such as `c=IN IP4 239.1.2.3/127`
 */
function isMulticastAddress(line: string): boolean {
  const [, type, address = ''] = line.split(' ', 3);
  return type === 'IP6' ? address.toLowerCase().startsWith('ff') : /^2(2[4-9]|3\d)\./.test(address);
}

function finish({ kind, payloadType, control, rtpmaps, fmtps, isMulticast, keyFrameRequest }: Draft, isBackChannel: boolean): SdpMedia {
  const [staticEncoding = '', staticRate = 0, staticChannels = 1] = staticTypes[payloadType ?? -1] ?? [];
  // The meaning of a static type is known.
  const rtpmap = staticEncoding === '' ? valueOf(rtpmaps, payloadType) : rtpmaps.get(payloadType ?? -1);
  const [encoding = staticEncoding, rate, channels] = rtpmap?.split('/').map((part) => part.trim()) ?? [];
  const clockRate = Number(rate ?? staticRate);
  // Without a format, the type is that of the description.
  const [onlyType] = rtpmaps.keys();
  return {
    kind,
    payloadType: payloadType ?? (kind === 'video' || kind === 'audio' ? (onlyType ?? null) : null),
    encoding: encoding.toUpperCase().slice(0, 40),
    clockRate: Number.isInteger(clockRate) && clockRate > 0 && clockRate <= 1_000_000 ? clockRate : kind === 'video' ? 90_000 : 8000,
    channels: /^[1-8]$/.test(channels ?? '') ? Number(channels) : staticChannels,
    parameters: readParameters(valueOf(fmtps, payloadType) ?? ''),
    control,
    isMulticast,
    isBackChannel,
    keyFrameRequest,
  };
}
