/** Reads an H.264 byte stream (ISO/IEC 14496-10 annex B) as it comes. */
export interface AccessUnitReader {
  /** The access units that are complete with this chunk: NAL units without start codes and delimiters. */
  push(chunk: Buffer): Buffer[][];
}

const startCode = Buffer.from([0, 0, 1]);
const maxPending = 8 * 1024 * 1024;
const delimiter = 9;

/** Splits at access unit delimiters, so the stream must have them (ffmpeg: `-bsf:v h264_metadata=aud=insert`). */
export function createAccessUnitReader(): AccessUnitReader {
  let pending = Buffer.alloc(0);
  let unit: Buffer[] = [];
  return {
    push: (chunk) => {
      pending = Buffer.concat([pending, chunk]);
      if (pending.length > maxPending) throw new RangeError('The byte stream has no start codes within 8 MiB; it is not H.264.');
      const complete: Buffer[][] = [];
      let start = pending.indexOf(startCode);
      for (let next = pending.indexOf(startCode, start + 3); start >= 0 && next >= 0; next = pending.indexOf(startCode, start + 3)) {
        const nal = withoutTrailingZeros(pending.subarray(start + 3, next));
        if (nalType(nal) === delimiter) {
          if (unit.length > 0) complete.push(unit);
          unit = [];
        } else if (nal.length > 0) unit.push(Buffer.from(nal));
        start = next;
      }
      if (start > 0) pending = pending.subarray(start);
      return complete;
    },
  };
}

export function nalType(nal: Uint8Array): number {
  return (nal[0] ?? 0) & 0x1f;
}

/** NAL units with 4-byte lengths before them, as MP4 holds them. */
export function toLengthPrefixed(nals: readonly Buffer[]): Buffer {
  return Buffer.concat(nals.flatMap((nal) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(nal.length);
    return [length, nal];
  }));
}

/** AVCDecoderConfigurationRecord (ISO/IEC 14496-15) of one SPS and one PPS. */
export function decoderConfiguration(sps: Buffer, pps: Buffer): Buffer {
  const lengthOf = (nal: Buffer): Buffer => Buffer.from([nal.length >> 8, nal.length & 0xff]);
  return Buffer.concat([Buffer.from([1]), sps.subarray(1, 4), Buffer.from([0xff, 0xe1]), lengthOf(sps), sps, Buffer.from([1]), lengthOf(pps), pps]);
}

function withoutTrailingZeros(nal: Buffer): Buffer {
  let end = nal.length;
  while (end > 0 && nal[end - 1] === 0) end--;
  return nal.subarray(0, end);
}
