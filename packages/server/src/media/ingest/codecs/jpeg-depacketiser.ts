import type { RtpPacket } from '../rtsp/rtp.ts';
import { buildJpegHeader, scaledTables } from './jpeg-header.ts';

export interface JpegPicture {
  /** As in the RTP packets, without unwrapping. */
  readonly timestamp: number;
  /** A complete JPEG file. */
  readonly data: Buffer;
  /** Number of pictures since the last one that were not received whole. */
  readonly dropped: number;
}

/** A larger picture is rejected as invalid, bytes. */
const maxBytes = 8 * 1024 * 1024;
/** Nor has any camera a larger one, pixels: a decoder needs memory for each. */
const maxPixels = 40_000_000;
/** Profile of the header extension in which ONVIF puts what RFC 2435 has no room for (Streaming Specification, 5.1.4.1). */
const onvifJpeg = 0xffd8;

interface Started {
  readonly timestamp: number;
  readonly header: Buffer;
  readonly parts: Buffer[];
  bytes: number;
}

/** Assembles the packets of RFC 2435 into JPEG files and rebuilds their headers, which are not sent. */
export function createJpegDepacketiser(onPicture: (picture: JpegPicture) => void): (packet: RtpPacket) => void {
  let started: Started | null = null;
  let dropped = 0;
  let lastSequence: number | null = null;
  /** Timestamp of the latest picture, and whether it has been passed on: each counts as dropped once. */
  let latest: { readonly timestamp: number; isPassed: boolean } | null = null;
  /** Quantization tables that a camera sends once for a Q of 128 to 254. */
  const known = new Map<number, readonly Buffer[]>();

  return ({ timestamp, marker, sequence, payload, extension }) => {
    const offset = payload.length < 8 ? null : payload.readUIntBE(1, 3);
    // The rest of a picture that began before the connection is not a picture.
    if (latest === null && offset !== 0) return;
    if (latest?.timestamp !== timestamp) {
      // Packets that are missing between two whole pictures were at least one picture.
      const step = lastSequence === null ? 1 : (sequence - lastSequence) & 0xffff;
      if (latest && (!latest.isPassed || (offset === 0 && step > 1 && step < 0x8000))) dropped += 1;
      latest = { timestamp, isPassed: false };
    }
    lastSequence = sequence;
    if (offset === null) return;
    const type = payload[4] ?? 0;
    const q = payload[5] ?? 0;
    let at = 8;
    let restartInterval = 0;
    if (type >= 64 && type <= 127) {
      if (payload.length < at + 4) return;
      restartInterval = payload.readUInt16BE(at);
      at += 4;
    }
    if (offset === 0) {
      const read = q >= 128 ? readTables(payload, at) : { tables: scaledTables(q), length: 0 };
      if (!read) return void (started = null);
      at += read.length;
      const tables = read.tables.length > 0 ? read.tables : (known.get(q) ?? []);
      if (q >= 128 && q < 255 && read.tables.length > 0) known.set(q, read.tables);
      const [blocksWide = 0, blocksHigh = 0] = payload.subarray(6, 8);
      const [width, height] = blocksWide > 0 && blocksHigh > 0 ? [blocksWide * 8, blocksHigh * 8] : extendedSize(extension);
      const isUsable = (type & 0x3f) <= 1 && width >= 16 && height >= 16 && width * height <= maxPixels && tables.length > 0;
      started = isUsable
        ? {
            timestamp,
            header: buildJpegHeader({ width, height, isHalfHeight: (type & 0x3f) === 1, tables, restartInterval }),
            parts: [],
            bytes: 0,
          }
        : null;
    }
    const data = payload.subarray(at);
    // A lost packet leaves a hole, so the picture is dropped.
    if (started?.timestamp !== timestamp || started.bytes !== offset || started.bytes + data.length > maxBytes) {
      started = null;
      return;
    }
    // A camera may send any number of empty packets.
    if (data.length > 0) started.parts.push(Buffer.from(data));
    started.bytes += data.length;
    if (!marker) return;
    const picture = Buffer.concat([started.header, ...started.parts, Buffer.of(0xff, 0xd9)]);
    started = null;
    latest.isPassed = true;
    onPicture({ timestamp, data: picture, dropped });
    dropped = 0;
  };
}

/** The size of a picture that is wider or higher than the 2040 pixels of RFC 2435, from its frame header (SOF0); zeros without it. */
function extendedSize(extension: Buffer | undefined): readonly [width: number, height: number] {
  if (!extension || extension.readUInt16BE(0) !== onvifJpeg) return [0, 0];
  for (let at = 4; at + 9 <= extension.length && extension[at] === 0xff;) {
    const marker = extension[at + 1];
    if (marker === 0xc0) return [extension.readUInt16BE(at + 7), extension.readUInt16BE(at + 5)];
    // Bytes may be filled up between segments.
    at += marker === 0xff ? 1 : 2 + extension.readUInt16BE(at + 2);
  }
  return [0, 0];
}

function readTables(payload: Buffer, at: number): { readonly tables: readonly Buffer[]; readonly length: number } | null {
  if (payload.length < at + 4) return null;
  const isWide = (payload[at + 1] ?? 0) !== 0;
  const length = payload.readUInt16BE(at + 2);
  if (isWide || length % 64 !== 0 || length > 256 || payload.length < at + 4 + length) return null;
  const tables = Array.from({ length: length / 64 }, (_, index) =>
    Buffer.from(payload.subarray(at + 4 + index * 64, at + 4 + (index + 1) * 64)),
  );
  return { tables, length: 4 + length };
}
