/** Splits a byte stream with start codes into its NAL units (ITU-T H.264, annex B), as views. */
export function splitByteStream(data: Uint8Array): Uint8Array[] {
  const bytes = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
  const units: Uint8Array[] = [];
  for (let start = bytes.indexOf(startCode); start >= 0;) {
    const next = bytes.indexOf(startCode, start + 3);
    let end = next < 0 ? bytes.length : next;
    while (end > start + 3 && bytes[end - 1] === 0) end -= 1;
    if (end > start + 3) units.push(bytes.subarray(start + 3, end));
    start = next;
  }
  return units;
}

const startCode = Buffer.of(0, 0, 1);
