import type { Sample, VideoTrack } from '../media-types.ts';

/** One RTP payload of a picture; the last one of a picture carries the marker. */
export interface RtpPayload {
  readonly payload: Buffer;
  readonly marker: boolean;
}

/** Bytes; below every usual MTU, with room for SRTP, extensions and tunnels. */
const maxPayload = 1200;
const fuA = 28;

/**
 * Splits a picture into RTP payloads (RFC 6184, packetization-mode 1): whole NAL units, or FU-A for longer ones. A key frame is
 * preceded by its parameter sets.
 */
export function packetiseH264(sample: Sample, track: VideoTrack): RtpPayload[] {
  const units = [...(sample.keyFrame ? parameterSetsOf(track.configuration) : []), ...unitsOf(sample.data)];
  const payloads = units.flatMap(split);
  return payloads.map((payload, index) => ({ payload, marker: index === payloads.length - 1 }));
}

function split(unit: Uint8Array): Buffer[] {
  const bytes = Buffer.from(unit.buffer, unit.byteOffset, unit.byteLength);
  if (bytes.length <= maxPayload) return [bytes];
  const header = bytes[0] ?? 0;
  const parts: Buffer[] = [];
  for (let at = 1; at < bytes.length; at += maxPayload - 2) {
    const end = Math.min(bytes.length, at + maxPayload - 2);
    const flags = (at === 1 ? 0x80 : 0) | (end === bytes.length ? 0x40 : 0);
    parts.push(Buffer.concat([Buffer.of((header & 0xe0) | fuA, flags | (header & 0x1f)), bytes.subarray(at, end)]));
  }
  return parts;
}

/** Returns the NAL units of a sample with 4-byte lengths; stops at the first that is cut off. */
export function unitsOf(data: Uint8Array): Uint8Array[] {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const units: Uint8Array[] = [];
  for (let at = 0; at + 4 < data.byteLength;) {
    const length = view.getUint32(at);
    if (length === 0 || at + 4 + length > data.byteLength) break;
    units.push(data.subarray(at + 4, at + 4 + length));
    at += 4 + length;
  }
  return units;
}

/** Returns SPS and PPS of an AVCDecoderConfigurationRecord. */
export function parameterSetsOf(configuration: Uint8Array): Uint8Array[] {
  const units: Uint8Array[] = [];
  let at = 5;
  for (const mask of [0x1f, 0xff]) {
    const count = (configuration[at] ?? 0) & mask;
    at += 1;
    for (let index = 0; index < count; index += 1) {
      const length = ((configuration[at] ?? 0) << 8) | (configuration[at + 1] ?? 0);
      if (length === 0 || at + 2 + length > configuration.length) return units;
      units.push(configuration.subarray(at + 2, at + 2 + length));
      at += 2 + length;
    }
  }
  return units;
}
