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
  let sps: { readonly unit: Uint8Array; readonly parsed: H265Sps } | null = null;
  let pps: Uint8Array[] = [];
  let built: ReturnType<StreamParameters['current']> = null;

  const add = (unit: Uint8Array): void => {
    const type = h265TypeOf(unit);
    if (unit.length > maxBytes || unit.length < 4) return;
    try {
      if (type === types.vps && !same(vps, unit)) vps = Uint8Array.from(unit);
      else if (type === types.sps && !same(sps?.unit, unit)) {
        const parsed = parseH265Sps(unit);
        sps = { unit: Uint8Array.from(unit), parsed };
        // The parameter sets of the previous stream belong to another picture.
        pps = [];
      } else if (type === types.pps && !pps.some((known) => same(known, unit))) pps = [...pps.slice(1 - maxPps), Uint8Array.from(unit)];
      else return;
      built = null;
    } catch (error) {
      if (!(error instanceof ParseError)) throw error;
    }
  };
  const current = (): ReturnType<StreamParameters['current']> => {
    if (built) return built;
    if (!vps || !sps || pps.length === 0) return null;
    const { parsed, unit } = sps;
    const { width, height, reorderFrames } = parsed;
    built = {
      track: {
        kind: 'video',
        codec: hevcCodecString(parsed),
        width,
        height,
        configuration: buildHevcConfiguration(parsed, [vps], [unit], pps),
      },
      reorderFrames,
      frameRate: null,
    };
    return built;
  };
  return { add, current };
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
