import { createBitReader } from './bit-reader.ts';
import { parseSps, type Sps } from './h264-sps.ts';
import { ParseError } from './parse-error.ts';
import type { StreamParameters } from './stream-parameters.ts';

const maxBytes = 4096;

/** Collects the parameter sets of one H.264 stream from its SDP and from the stream itself. */
export function createParameterSets(): StreamParameters {
  const spsUnits = new Map<number, { unit: Uint8Array; sps: Sps }>();
  const ppsUnits = new Map<number, Uint8Array>();
  let built: ReturnType<StreamParameters['current']> = null;

  const add = (unit: Uint8Array): void => {
    const type = (unit[0] ?? 0) & 0x1f;
    if (unit.length > maxBytes) return;
    try {
      if (type === 7) {
        const sps = parseSps(unit);
        if (same(spsUnits.get(sps.id)?.unit, unit)) return;
        spsUnits.delete(sps.id);
        spsUnits.set(sps.id, { unit: Uint8Array.from(unit), sps });
      } else if (type === 8) {
        const id = createBitReader(unit.subarray(1)).unsigned();
        if (id > 255 || same(ppsUnits.get(id), unit)) return;
        ppsUnits.set(id, Uint8Array.from(unit));
      } else return;
      built = null;
    } catch (error) {
      if (!(error instanceof ParseError)) throw error;
    }
  };

  const current = (): ReturnType<StreamParameters['current']> => {
    if (built) return built;
    const newest = [...spsUnits.values()].at(-1);
    if (!newest || ppsUnits.size === 0) return null;
    const { unit, sps } = newest;
    const codec = `avc1.${Buffer.from(unit.subarray(1, 4)).toString('hex')}`;
    const configuration = buildConfiguration([unit], [...ppsUnits.values()].slice(0, 255));
    built = {
      reorderFrames: sps.reorderFrames,
      frameRate: sps.frameRate,
      track: { kind: 'video', codec, width: sps.width, height: sps.height, configuration },
    };
    return built;
  };
  return { add, current };
}

function same(a: Uint8Array | undefined, b: Uint8Array): boolean {
  return a !== undefined && a.length === b.length && a.every((byte, index) => byte === b[index]);
}

/** Builds an AVCDecoderConfigurationRecord (ISO/IEC 14496-15, 5.3.3.1) with 4-byte lengths. */
export function buildConfiguration(sps: readonly Uint8Array[], pps: readonly Uint8Array[]): Uint8Array {
  const [first] = sps;
  const parts: Uint8Array[] = [Uint8Array.of(1, first?.[1] ?? 0, first?.[2] ?? 0, first?.[3] ?? 0, 0xff, 0xe0 | sps.length)];
  const add = (unit: Uint8Array): void => void parts.push(Uint8Array.of(unit.length >> 8, unit.length & 255), unit);
  sps.forEach(add);
  parts.push(Uint8Array.of(pps.length));
  pps.forEach(add);
  if ([100, 110, 122, 144].includes(first?.[1] ?? 0) && first) parts.push(highProfileFields(first));
  return new Uint8Array(Buffer.concat(parts));
}

/** Returns the chroma format and bit depths, which only high profiles add. */
function highProfileFields(sps: Uint8Array): Uint8Array {
  const reader = createBitReader(sps.subarray(4));
  reader.unsigned();
  const chroma = reader.unsigned();
  if (chroma === 3) reader.flag();
  return Uint8Array.of(0xfc | (chroma & 3), 0xf8 | (reader.unsigned() & 7), 0xf8 | (reader.unsigned() & 7), 0);
}
