/** A sender report of one of the camera's tracks (RFC 3550, 6.4.1): maps one moment between two clocks. */
export interface SenderReport {
  /** Seconds of the camera's wall clock, in NTP's era: since 1900. */
  readonly ntp: number;
  /** The same moment on the track's own timeline, ticks. */
  readonly timestamp: number;
}

const senderReport = 200;
/** A camera has no reason to put more parts into a packet. */
const maxParts = 16;

/** Reads the sender report of an RTCP packet; null when it has none, or when the camera does not know the time. */
export function readSenderReport(data: Buffer): SenderReport | null {
  let at = 0;
  for (let part = 0; part < maxParts && at + 4 <= data.length; part += 1) {
    const length = 4 + data.readUInt16BE(at + 2) * 4;
    if ((data[at] ?? 0) >> 6 !== 2 || at + length > data.length) return null;
    if (data[at + 1] === senderReport && length >= 28) {
      const ntp = data.readUInt32BE(at + 8) + data.readUInt32BE(at + 12) / 2 ** 32;
      return ntp === 0 ? null : { ntp, timestamp: data.readUInt32BE(at + 16) };
    }
    at += length;
  }
  return null;
}

export type KeyFrameRequest = 'pli' | 'fir';

/** Any SSRC that the camera does not use itself. */
const ownSource = 0x57505254;

/**
 * Builds a key frame request: a picture loss indication (RFC 4585, 6.3.1) or a full intra request (RFC 5104, 4.3.1), behind the
 * empty receiver report that every RTCP packet begins with.
 * @param source SSRC of the camera's video
 * @param count number of the request, so that the camera does not mistake it for a repetition
 */
export function buildKeyFrameRequest(kind: KeyFrameRequest, source: number, count: number): Buffer {
  const request = Buffer.alloc(kind === 'pli' ? 20 : 28);
  request.writeUInt32BE(0x80c90001, 0);
  request.writeUInt32BE(ownSource, 4);
  request.writeUInt32BE(kind === 'pli' ? 0x81ce0002 : 0x84ce0004, 8);
  request.writeUInt32BE(ownSource, 12);
  if (kind === 'pli') request.writeUInt32BE(source, 16);
  else {
    request.writeUInt32BE(source, 20);
    request.writeUInt8(count & 0xff, 24);
  }
  return request;
}
