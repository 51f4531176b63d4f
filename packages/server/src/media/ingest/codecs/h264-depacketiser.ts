import { createDepacketiser, toLengthPrefixed, type AccessUnit, type Depacketiser, type NalRules } from './nal-depacketiser.ts';

export type { AccessUnit } from './nal-depacketiser.ts';

const typeOf = (unit: Uint8Array): number => (unit[0] ?? 0) & 0x1f;

/** RFC 6184: single NAL unit, STAP-A, FU-A. */
const rules: NalRules = {
  headerBytes: 1,
  typeOf,
  isSlice: (type) => type >= 1 && type <= 5,
  isKeySlice: (type) => type === 5,
  // first_mb_in_slice is 0: its Exp-Golomb code is a single 1.
  isFirstSlice: (unit) => ((unit[1] ?? 0) & 0x80) !== 0,
  lastSingle: 23,
  aggregate: 24,
  fragment: 28,
  headerOf: (payload, header) => Uint8Array.of(((payload[0] ?? 0) & 0xe0) | (header & 0x1f)),
};

export function createH264Depacketiser(onAccessUnit: (unit: AccessUnit) => void): Depacketiser {
  return createDepacketiser(rules, onAccessUnit);
}

/** Joins the units of a sample, without delimiters, filler and parameter sets, which the track's configuration holds. */
export function toAvccSample(units: readonly Uint8Array[]): Uint8Array {
  return toLengthPrefixed(units, (unit) => [7, 8, 9, 12].includes(typeOf(unit)));
}
