/** One `m=` section of an SDP (RFC 8866), as far as a camera's matter. */
export interface SdpMedia {
  readonly kind: string;
  readonly payloadType: number;
  /** Upper case, as in rtpmap: H264, MPEG4-GENERIC, PCMA. */
  readonly encoding: string;
  /** Ticks a second. */
  readonly clockRate: number;
  readonly channels: number;
  /** Parameters of fmtp, names in lower case. */
  readonly parameters: ReadonlyMap<string, string>;
  readonly control: string | null;
}

export interface Sdp {
  readonly control: string | null;
  readonly media: readonly SdpMedia[];
}

const maxLines = 2000;
const maxMedia = 32;
const staticTypes: Readonly<Record<number, readonly [encoding: string, clockRate: number]>> = {
  0: ['PCMU', 8000], 3: ['GSM', 8000], 4: ['G723', 8000], 8: ['PCMA', 8000], 9: ['G722', 8000], 14: ['MPA', 90000], 26: ['JPEG', 90000], 32: ['MPV', 90000], 33: ['MP2T', 90000],
};

interface Draft {
  kind: string;
  payloadType: number;
  control: string | null;
  rtpmap: string | null;
  parameters: Map<string, string>;
}

/** Reads what it understands and passes over the rest: cameras write many dialects. Never throws. */
export function parseSdp(text: string): Sdp {
  let control: string | null = null;
  const drafts: Draft[] = [];
  for (const raw of text.split(/\r\n|\n|\r/, maxLines)) {
    const line = raw.trim();
    const current = drafts.at(-1);
    const media = /^m=(\w+) \S+ \S+ (\d{1,3})\b/.exec(line);
    if (media) {
      if (drafts.length === maxMedia) break;
      drafts.push({ kind: media[1] ?? '', payloadType: Number(media[2]), control: null, rtpmap: null, parameters: new Map() });
    } else if (line.startsWith('a=control:')) {
      if (current) current.control = line.slice(10).trim();
      else control = line.slice(10).trim();
    } else if (current) readAttribute(current, line);
  }
  return { control, media: drafts.map(finish) };
}

function readAttribute(draft: Draft, line: string): void {
  const match = /^a=(rtpmap|fmtp):(\d{1,3})\s+(.+)$/.exec(line);
  if (!match || Number(match[2]) !== draft.payloadType) return;
  const value = match[3] ?? '';
  if (match[1] === 'rtpmap') draft.rtpmap = value;
  else
    for (const part of value.split(';')) {
      const equals = part.indexOf('=');
      if (equals > 0) draft.parameters.set(part.slice(0, equals).trim().toLowerCase(), part.slice(equals + 1).trim());
    }
}

function finish({ kind, payloadType, control, rtpmap, parameters }: Draft): SdpMedia {
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
  };
}
