import type { AgentVideoTrack } from '@watchpost/contract/protocols/agent';

const startCode = Buffer.from([0, 0, 0, 1]);

/** Returns the parameter sets of an AVCDecoderConfigurationRecord (ISO/IEC 14496-15), with start codes. */
export function parameterSets({ configuration }: AgentVideoTrack): Buffer {
  const record = Buffer.from(configuration, 'base64');
  const sets: Buffer[] = [];
  let at = 5;
  for (const mask of [0x1f, 0xff]) {
    let count = (record[at] ?? 0) & mask;
    for (at += 1; count > 0 && at + 2 <= record.length; count -= 1) {
      const end = at + 2 + record.readUInt16BE(at);
      sets.push(startCode, record.subarray(at + 2, end));
      at = end;
    }
  }
  return Buffer.concat(sets);
}

/** Replaces lengths of 4 bytes by start codes. */
export function toAnnexB(data: Uint8Array): Buffer {
  const bytes = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
  const units: Buffer[] = [];
  for (let at = 0; at + 4 <= bytes.length;) {
    const end = at + 4 + bytes.readUInt32BE(at);
    units.push(startCode, bytes.subarray(at + 4, end));
    at = end;
  }
  return Buffer.concat(units);
}
