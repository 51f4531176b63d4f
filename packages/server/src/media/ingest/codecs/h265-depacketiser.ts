import { createDepacketiser, toLengthPrefixed, type AccessUnit, type Depacketiser, type NalRules } from './nal-depacketiser.ts';

export const h265TypeOf = (unit: Uint8Array): number => ((unit[0] ?? 0) >> 1) & 0x3f;

/** RFC 7798 without decoding order numbers: single NAL unit, aggregation packet, fragmentation unit. */
const rules: NalRules = {
  headerBytes: 2,
  typeOf: h265TypeOf,
  isSlice: (type) => type <= 31,
  // Intra random access points: BLA, IDR, CRA.
  isKeySlice: (type) => type >= 16 && type <= 23,
  // first_slice_segment_in_pic_flag.
  isFirstSlice: (unit) => ((unit[2] ?? 0) & 0x80) !== 0,
  lastSingle: 47,
  aggregate: 48,
  fragment: 49,
  headerOf: (payload, header) => Uint8Array.of(((payload[0] ?? 0) & 0x81) | ((header & 0x3f) << 1), payload[1] ?? 0),
};

export function createH265Depacketiser(onAccessUnit: (unit: AccessUnit) => void): Depacketiser {
  return createDepacketiser(rules, onAccessUnit);
}

/** Joins the units of a sample, without delimiters, filler and parameter sets, which the track's configuration holds. */
export function toHevcSample(units: readonly Uint8Array[]): Uint8Array {
  return toLengthPrefixed(units, (unit) => [32, 33, 34, 35, 38].includes(h265TypeOf(unit)));
}
