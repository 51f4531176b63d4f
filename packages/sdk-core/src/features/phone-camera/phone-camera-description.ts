import { readParameterSets } from '@watchpost/mp4';

const spsType = 7;
const ppsType = 8;
const highProfile = 100;

/**
 * Returns the AVCDecoderConfigurationRecord (ISO/IEC 14496-15, 5.3.3.1) of an encoded H.264 frame, made from the frame's own parameter
 * sets where it has them: Firefox writes each unit's header twice into the description beside them, which decoders refuse or misread.
 * @param frame units with 4-byte lengths @param described what the encoder says of it
 * @returns null when nothing describes the frame, which is then like the one before it
 */
export function describeFrame(frame: Uint8Array, described: Uint8Array | null): Uint8Array | null {
  const units = readUnits(frame);
  const own = writeDescription(
    units.filter((unit) => typeOf(unit) === spsType),
    units.filter((unit) => typeOf(unit) === ppsType),
  );
  return own ?? (described && repaired(described));
}

/** Encoders that keep the parameter sets out of the frames describe them, possibly with each header written twice. */
function repaired(described: Uint8Array): Uint8Array {
  const units = readParameterSets('avc1', described);
  const [first] = units;
  // Behind a real header is the profile, which the record repeats.
  const isDoubled = first !== undefined && first[0] === first[1] && first[1] !== described[1] && first[2] === described[1];
  if (!isDoubled) return described;
  const sets = units.map((unit) => (unit[0] === unit[1] ? unit.subarray(1) : unit));
  return (
    writeDescription(
      sets.filter((unit) => typeOf(unit) === spsType),
      sets.filter((unit) => typeOf(unit) === ppsType),
    ) ?? described
  );
}

function writeDescription(sps: readonly Uint8Array[], pps: readonly Uint8Array[]): Uint8Array | null {
  const [first] = sps;
  if (!first || first.length < 4 || pps.length === 0) return null;
  const [, profile = 0, constraints = 0, level = 0] = first;
  const sized = (unit: Uint8Array): number[] => [unit.length >> 8, unit.length & 0xff, ...unit];
  return Uint8Array.from([
    ...[1, profile, constraints, level, 0xff, 0xe0 | sps.length],
    ...sps.flatMap(sized),
    pps.length,
    ...pps.flatMap(sized),
    // High profile adds the chroma format and the depths: cameras film 4:2:0 with 8 bits.
    ...(profile >= highProfile ? [0xfd, 0xf8, 0xf8, 0] : []),
  ]);
}

/** The units of a frame, without their lengths; those that are whole. */
function readUnits(frame: Uint8Array): Uint8Array[] {
  const view = new DataView(frame.buffer, frame.byteOffset, frame.byteLength);
  const units: Uint8Array[] = [];
  for (let at = 0; at + 4 < frame.byteLength;) {
    const end = at + 4 + view.getUint32(at);
    if (end > frame.byteLength) break;
    if (end > at + 4) units.push(frame.subarray(at + 4, end));
    at = end;
  }
  return units;
}

function typeOf(unit: Uint8Array): number {
  return (unit[0] ?? 0) & 0x1f;
}
