import { createBitReader } from './bit-reader.ts';
import { parseSps, type Sps } from './h264-sps.ts';
import { ParseError } from './parse-error.ts';
import type { StreamParameters } from './stream-parameters.ts';

const maxBytes = 4096;

/** Collects the parameter sets of one H.264 stream from its SDP and from the stream itself. */
export function createParameterSets(): StreamParameters {
  const spsUnits = new Map<number, { unit: Uint8Array; sps: Sps }>();
  const ppsUnits = new Map<number, { readonly unit: Uint8Array; readonly spsId: number }>();
  let built: ReturnType<StreamParameters['current']> = null;
  /** Id of the sequence parameter set in `built`. */
  let builtFor: number | null = null;

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
        const reader = createBitReader(unit.subarray(1));
        const id = reader.unsigned();
        if (id > 255 || same(ppsUnits.get(id)?.unit, unit)) return;
        ppsUnits.set(id, { unit: Uint8Array.from(unit), spsId: reader.unsigned() });
      } else return;
      built = null;
    } catch (error) {
      if (!(error instanceof ParseError)) throw error;
    }
  };

  const current: StreamParameters['current'] = (picture = []) => {
    const named = spsUnits.get(ppsUnits.get(ppsIdOf(picture) ?? -1)?.spsId ?? -1);
    if (built && (!named || named.sps.id === builtFor)) return built;
    const chosen = named ?? [...spsUnits.values()].at(-1);
    if (!chosen || ppsUnits.size === 0) return null;
    const { unit, sps } = chosen;
    const codec = `avc1.${Buffer.from(unit.subarray(1, 4)).toString('hex')}`;
    const all = [...ppsUnits.values()];
    const own = all.filter(({ spsId }) => spsId === sps.id);
    const configuration = buildConfiguration(
      [unit],
      (own.length > 0 ? own : all).slice(0, 255).map((pps) => pps.unit),
    );
    builtFor = sps.id;
    built = {
      reorderFrames: sps.reorderFrames,
      frameRate: sps.frameRate,
      track: { kind: 'video', codec, width: sps.width, height: sps.height, configuration },
    };
    return built;
  };
  const canDecode: StreamParameters['canDecode'] = (picture) => {
    const id = ppsIdOf(picture);
    return id === null || ppsUnits.has(id);
  };
  return { add, canDecode, current };
}

/** Returns the id of the picture parameter set that a picture's first slice names (ITU-T H.264, 7.3.3). */
function ppsIdOf(picture: readonly Uint8Array[]): number | null {
  const slice = picture.find((unit) => [1, 2, 5].includes((unit[0] ?? 0) & 0x1f));
  if (!slice) return null;
  try {
    const reader = createBitReader(slice.subarray(1, 32));
    reader.unsigned();
    reader.unsigned();
    return reader.unsigned();
  } catch (error) {
    if (error instanceof ParseError) return null;
    throw error;
  }
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
  // From the profile on, as it was parsed: an emulation prevention byte may belong to zeros before the id.
  const reader = createBitReader(sps.subarray(1));
  reader.bits(24);
  reader.unsigned();
  const chroma = reader.unsigned();
  if (chroma === 3) reader.flag();
  return Uint8Array.of(0xfc | (chroma & 3), 0xf8 | (reader.unsigned() & 7), 0xf8 | (reader.unsigned() & 7), 0);
}
