const startCode = Buffer.of(0, 0, 1);

/**
 * Splits data that holds start codes (ITU-T H.264, annex B) into NAL units. Within a unit they can't occur, so data without any is one unit.
 * @param headerBytes of a NAL unit; parts that have nothing else are left out
 */
export function splitAnnexB(data: Uint8Array, headerBytes: number): readonly Uint8Array[] {
  const bytes = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
  let next = bytes.indexOf(startCode);
  if (next < 0) return [data];
  const units: Uint8Array[] = [];
  let start = 0;
  while (start <= bytes.length) {
    let end = next < 0 ? bytes.length : next;
    // Zeros in front of a start code belong to it.
    while (next >= 0 && end > start && bytes[end - 1] === 0) end -= 1;
    if (end - start > headerBytes) units.push(data.subarray(start, end));
    if (next < 0) break;
    start = next + startCode.length;
    next = bytes.indexOf(startCode, start);
  }
  return units;
}
