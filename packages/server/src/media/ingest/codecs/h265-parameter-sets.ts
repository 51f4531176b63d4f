import { createBitReader } from './bit-reader.ts';
import { h265TypeOf } from './h265-depacketiser.ts';
import { hevcCodecString, parseH265Sps, type H265Sps } from './h265-sps.ts';
import { ParseError } from './parse-error.ts';
import type { StreamParameters } from './stream-parameters.ts';

const maxBytes = 4096;
const types = { vps: 32, sps: 33, pps: 34 } as const;
/** More picture parameter sets than any camera uses. */
const maxPps = 16;

/** Collects the parameter sets of one H.265 stream from its SDP and from the stream itself. */
export function createH265ParameterSets(): StreamParameters {
  let vps: Uint8Array | null = null;
  const spsUnits = new Map<number, { readonly unit: Uint8Array; readonly sps: H265Sps }>();
  const ppsUnits = new Map<number, { readonly unit: Uint8Array; readonly spsId: number }>();
  let built: ReturnType<StreamParameters['current']> = null;
  /** Id of the sequence parameter set in `built`. */
  let builtFor: number | null = null;

  const addSps = (unit: Uint8Array): boolean => {
    const sps = parseH265Sps(unit);
    if (same(spsUnits.get(sps.id)?.unit, unit)) return false;
    spsUnits.delete(sps.id);
    spsUnits.set(sps.id, { unit: Uint8Array.from(unit), sps });
    // The parameter sets of the previous stream belong to another picture.
    for (const [id, { spsId }] of ppsUnits) if (spsId === sps.id) ppsUnits.delete(id);
    return true;
  };
  const addPps = (unit: Uint8Array): boolean => {
    const reader = createBitReader(unit.subarray(2));
    const id = reader.unsigned();
    if (id > 63 || same(ppsUnits.get(id)?.unit, unit)) return false;
    // A set that is cut off must not replace a whole one.
    const spsId = reader.unsigned();
    ppsUnits.delete(id);
    ppsUnits.set(id, { unit: Uint8Array.from(unit), spsId });
    const [oldest] = ppsUnits.keys();
    if (ppsUnits.size > maxPps && oldest !== undefined) ppsUnits.delete(oldest);
    return true;
  };
  const add = (unit: Uint8Array): void => {
    const type = h265TypeOf(unit);
    if (unit.length > maxBytes || unit.length < 4) return;
    try {
      if (type === types.vps && !same(vps, unit)) vps = Uint8Array.from(unit);
      else if (!(type === types.sps && addSps(unit)) && !(type === types.pps && addPps(unit))) return;
      built = null;
    } catch (error) {
      if (!(error instanceof ParseError)) throw error;
    }
  };
  const current: StreamParameters['current'] = (picture = []) => {
    const named = spsUnits.get(ppsUnits.get(ppsIdOf(picture) ?? -1)?.spsId ?? -1);
    if (built && (!named || named.sps.id === builtFor)) return built;
    const chosen = named ?? [...spsUnits.values()].at(-1);
    if (!vps || !chosen) return null;
    const { sps, unit } = chosen;
    const pps = [...ppsUnits.values()].filter(({ spsId }) => spsId === sps.id).map((one) => one.unit);
    if (pps.length === 0) return null;
    const { width, height, reorderFrames } = sps;
    const configuration = buildHevcConfiguration(sps, [vps], [unit], pps);
    builtFor = sps.id;
    built = {
      track: { kind: 'video', codec: hevcCodecString(sps), width, height, configuration },
      reorderFrames,
      frameRate: null,
    };
    return built;
  };
  const canDecode: StreamParameters['canDecode'] = (picture) => {
    const id = ppsIdOf(picture);
    return id === null || ppsUnits.has(id);
  };
  return { add, canDecode, current };
}

/** Returns the id of the picture parameter set that a picture's first slice names (ITU-T H.265, 7.3.6.1). */
function ppsIdOf(picture: readonly Uint8Array[]): number | null {
  const slice = picture.find((unit) => h265TypeOf(unit) < 32);
  if (!slice) return null;
  try {
    const reader = createBitReader(slice.subarray(2, 32));
    reader.flag();
    const type = h265TypeOf(slice);
    if (type >= 16 && type <= 23) reader.flag();
    return reader.unsigned();
  } catch (error) {
    if (error instanceof ParseError) return null;
    throw error;
  }
}

function same(a: Uint8Array | null | undefined, b: Uint8Array): boolean {
  return a?.length === b.length && a.every((byte, index) => byte === b[index]);
}

/** Builds an HEVCDecoderConfigurationRecord (ISO/IEC 14496-15, 8.3.3.1) with 4-byte lengths. */
function buildHevcConfiguration(
  sps: H265Sps,
  vps: readonly Uint8Array[],
  spsUnits: readonly Uint8Array[],
  pps: readonly Uint8Array[],
): Uint8Array {
  const head = [
    1,
    ...sps.profileTierLevel,
    0xf0,
    0,
    0xfc,
    0xfc | sps.chroma,
    0xf8 | sps.lumaDepth,
    0xf8 | sps.chromaDepth,
    0,
    0,
    (sps.temporalLayers << 3) | (sps.isTemporalNested ? 4 : 0) | 3,
    3,
  ];
  const parts: Uint8Array[] = [Uint8Array.from(head)];
  for (const [type, units] of [
    [types.vps, vps],
    [types.sps, spsUnits],
    [types.pps, pps],
  ] as const) {
    // The high bit declares the arrays complete: decoders need not search the stream for more.
    parts.push(Uint8Array.of(0x80 | type, units.length >> 8, units.length & 255));
    for (const unit of units) parts.push(Uint8Array.of(unit.length >> 8, unit.length & 255), unit);
  }
  return new Uint8Array(Buffer.concat(parts));
}
