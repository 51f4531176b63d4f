/** One RTP packet (RFC 3550); the payload is a view. */
export interface RtpPacket {
  readonly payloadType: number;
  readonly marker: boolean;
  readonly sequence: number;
  readonly timestamp: number;
  readonly payload: Buffer;
  /** The extension of its header, with the profile and the length in front; a view, and absent without one. */
  readonly extension?: Buffer;
}

/** Parses a packet; null for anything that is not a complete RTP packet. */
export function parseRtp(data: Buffer): RtpPacket | null {
  const first = data[0];
  const second = data[1];
  if (data.length < 12 || first === undefined || second === undefined || first >> 6 !== 2) return null;
  const extensionAt = 12 + (first & 0x0f) * 4;
  let start = extensionAt;
  if ((first & 0x10) !== 0) {
    if (start + 4 > data.length) return null;
    start += 4 + data.readUInt16BE(start + 2) * 4;
  }
  const padding = (first & 0x20) !== 0 ? (data[data.length - 1] ?? 0) : 0;
  const end = data.length - padding;
  if (start > end) return null;
  const packet: RtpPacket = {
    payloadType: second & 0x7f,
    marker: (second & 0x80) !== 0,
    sequence: data.readUInt16BE(2),
    timestamp: data.readUInt32BE(4),
    payload: data.subarray(start, end),
  };
  return start > extensionAt ? { ...packet, extension: data.subarray(extensionAt, start) } : packet;
}

/**
 * Joins the packets of a track whose source changes between two pictures: some cameras name another with each key frame, and number its
 * packets from another start, although nothing is lost.
 * @returns a function that receives a packet with its source (SSRC), and returns it with a sequence number that continues
 */
export function createSourceJoin(): (packet: RtpPacket, source: number) => RtpPacket {
  let current: number | null = null;
  let newest = 0;
  let offset = 0;
  let isBetween = false;
  return (packet, source) => {
    // In the middle of a picture, it is the packet of another stream.
    if (current !== null && current !== source && isBetween) offset = (newest + 1 - packet.sequence) & 0xffff;
    current = source;
    newest = (packet.sequence + offset) & 0xffff;
    isBetween = packet.marker;
    return offset === 0 ? packet : { ...packet, sequence: newest };
  };
}

/** Turns the 32-bit timestamps, which wrap around (at 90 kHz every 13 hours), into one continuous count. */
export function createUnwrapper(): (timestamp: number) => number {
  let last: number | null = null;
  return (timestamp) => {
    last = last === null ? timestamp : last + ((timestamp - last) | 0);
    return last;
  };
}
