/** Reading H.264 as encoders write it to a file (Annex B of ITU-T H.264). */

/** The NAL units of a stream, without their start codes. */
export function splitNalUnits(stream: Buffer): Buffer[] {
  const starts: number[] = [];
  for (let at = stream.indexOf('000001', 0, 'hex'); at >= 0; at = stream.indexOf('000001', at + 3, 'hex')) starts.push(at + 3);
  return starts.map((start, index) => {
    const next = starts[index + 1];
    let end = next === undefined ? stream.length : next - 3;
    while (end > start && stream[end - 1] === 0) end--;
    return stream.subarray(start, end);
  });
}

export function unitType(unit: Uint8Array): number {
  return (unit[0] ?? 0) & 0x1f;
}

export const nalTypes = { keySlice: 5, sequenceParameters: 7, pictureParameters: 8, delimiter: 9 } as const;

/** The units of each picture; the stream must have access unit delimiters. */
export function toAccessUnits(units: readonly Buffer[]): Buffer[][] {
  const pictures: Buffer[][] = [];
  for (const unit of units) {
    if (unitType(unit) === nalTypes.delimiter) pictures.push([]);
    else pictures.at(-1)?.push(unit);
  }
  return pictures;
}

/** @throws when the stream has no unit of this type */
export function findUnit(units: readonly Buffer[], type: number): Buffer {
  const unit = units.find((candidate) => unitType(candidate) === type);
  if (!unit) throw new Error(`The clip has no NAL unit of type ${type}: make it with ffmpeg -bsf:v h264_metadata=aud=insert -f h264`);
  return unit;
}
