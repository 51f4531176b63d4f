import type { Sample, VideoTrack } from '../media-types.ts';
import { unitsOf, type RtpPayload } from '../webrtc/h264-packetiser.ts';

/** Bytes; below every usual MTU, with room for tunnels. */
const maxPayload = 1200;
const fragmentationUnit = 49;

/**
 * Splits a picture into RTP payloads (RFC 7798, without DONL fields): whole NAL units, or fragmentation units for longer ones. A key frame
 * is preceded by its parameter sets.
 */
export function packetiseHevc(sample: Sample, track: VideoTrack): RtpPayload[] {
  const units = [...(sample.keyFrame ? parameterSetsOf(track.configuration) : []), ...unitsOf(sample.data)];
  const payloads = units.flatMap(split);
  return payloads.map((payload, index) => ({ payload, marker: index === payloads.length - 1 }));
}

function split(unit: Uint8Array): Buffer[] {
  const bytes = Buffer.from(unit.buffer, unit.byteOffset, unit.byteLength);
  if (bytes.length <= maxPayload) return [bytes];
  const [first = 0, second = 0] = bytes;
  const type = (first >> 1) & 0x3f;
  const parts: Buffer[] = [];
  for (let at = 2; at < bytes.length; at += maxPayload - 3) {
    const end = Math.min(bytes.length, at + maxPayload - 3);
    const flags = (at === 2 ? 0x80 : 0) | (end === bytes.length ? 0x40 : 0);
    const header = Buffer.of((first & 0x81) | (fragmentationUnit << 1), second, flags | type);
    parts.push(Buffer.concat([header, bytes.subarray(at, end)]));
  }
  return parts;
}

/** Returns VPS, SPS and PPS of an HEVCDecoderConfigurationRecord (ISO/IEC 14496-15). */
export function parameterSetsOf(configuration: Uint8Array): Uint8Array[] {
  const units: Uint8Array[] = [];
  const uint16 = (at: number): number => ((configuration[at] ?? 0) << 8) | (configuration[at + 1] ?? 0);
  let at = 23;
  for (let array = configuration[22] ?? 0; array > 0; array -= 1) {
    let count = uint16(at + 1);
    at += 3;
    for (; count > 0; count -= 1) {
      const length = uint16(at);
      if (length === 0 || at + 2 + length > configuration.length) return units;
      units.push(configuration.subarray(at + 2, at + 2 + length));
      at += 2 + length;
    }
  }
  return units;
}
