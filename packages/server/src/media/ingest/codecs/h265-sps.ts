import { createBitReader, type BitReader } from './bit-reader.ts';
import { ParseError } from './parse-error.ts';
import { readPixelAspect, squarePixels, type PixelAspect } from './pixel-aspect.ts';

/** The fields of a sequence parameter set that the server uses (ITU-T H.265, 7.3.2.2). */
export interface H265Sps {
  readonly id: number;
  readonly width: number;
  readonly height: number;
  readonly pixelAspect: PixelAspect;
  /** Number of frames that a decoder must hold back to show them in order. */
  readonly reorderFrames: number;
  readonly chroma: number;
  /** Bits above 8. */
  readonly lumaDepth: number;
  readonly chromaDepth: number;
  readonly temporalLayers: number;
  readonly isTemporalNested: boolean;
  /** The bytes from general_profile_space to general_level_idc: 12, unchanged. */
  readonly profileTierLevel: Uint8Array;
}

/**
 * Parses a sequence parameter set.
 * @param unit the NAL unit with its two header bytes
 * @throws {ParseError}
 */
export function parseH265Sps(unit: Uint8Array): H265Sps {
  if (unit.length < 16 || (unit[0] ?? 0) >> 1 !== 33) throw new ParseError('This is not a sequence parameter set.');
  const reader = createBitReader(unit.subarray(2, 1024));
  reader.bits(4);
  const layers = reader.bits(3);
  const isTemporalNested = reader.flag();
  const profileTierLevel = Uint8Array.from({ length: 12 }, () => reader.bits(8));
  skipSubLayers(reader, layers);
  const id = reader.unsigned();
  if (id > 15) throw new ParseError('The id of a sequence parameter set is at most 15.');
  const chroma = reader.unsigned();
  if (chroma > 3) throw new ParseError('The chroma format is not known.');
  const isSeparate = chroma === 3 && reader.flag();
  const codedWidth = reader.unsigned();
  const codedHeight = reader.unsigned();
  const crop = reader.flag() ? [reader.unsigned(), reader.unsigned(), reader.unsigned(), reader.unsigned()] : [];
  const [left = 0, right = 0, top = 0, bottom = 0] = crop;
  const width = codedWidth - (left + right) * (!isSeparate && (chroma === 1 || chroma === 2) ? 2 : 1);
  const height = codedHeight - (top + bottom) * (!isSeparate && chroma === 1 ? 2 : 1);
  if (width < 16 || height < 16 || width > 16_384 || height > 16_384) throw new ParseError('The picture has no possible size.');
  const lumaDepth = reader.unsigned();
  const chromaDepth = reader.unsigned();
  if (lumaDepth > 8 || chromaDepth > 8) throw new ParseError('The bit depth is out of range.');
  const orderCountBits = reader.unsigned() + 4;
  const isPerLayer = reader.flag();
  let reorderFrames = 0;
  // The last entry counts, because it covers all layers.
  for (let layer = isPerLayer ? 0 : layers; layer <= layers; layer += 1) {
    reader.unsigned();
    reorderFrames = reader.unsigned();
    reader.unsigned();
  }
  if (reorderFrames > 16) throw new ParseError('At most 16 frames are reordered.');
  const pixelAspect = readPixelAspectSafely(reader, orderCountBits);
  return {
    id,
    width,
    height,
    pixelAspect,
    reorderFrames,
    chroma,
    lumaDepth,
    chromaDepth,
    temporalLayers: layers + 1,
    isTemporalNested,
    profileTierLevel,
  };
}

function skipSubLayers(reader: BitReader, layers: number): void {
  if (layers === 0) return;
  const present = Array.from({ length: layers }, () => [reader.flag(), reader.flag()] as const);
  for (let rest = layers; rest < 8; rest += 1) reader.bits(2);
  for (const [hasProfile, hasLevel] of present) {
    if (hasProfile) for (let byte = 0; byte < 11; byte += 1) reader.bits(8);
    if (hasLevel) reader.bits(8);
  }
}

/**
 * Reads the pixel aspect ratio if it can be reached: it follows many fields that the server does not need, and the picture's size
 * does not depend on it.
 */
function readPixelAspectSafely(reader: BitReader, orderCountBits: number): PixelAspect {
  try {
    skipToVui(reader, orderCountBits);
    return reader.flag() && reader.flag() ? readPixelAspect(reader) : squarePixels;
  } catch (error) {
    if (error instanceof ParseError) return squarePixels;
    throw error;
  }
}

/** Skips from the coding block sizes to vui_parameters_present_flag. */
function skipToVui(reader: BitReader, orderCountBits: number): void {
  for (let index = 0; index < 6; index += 1) reader.unsigned();
  if (reader.flag() && reader.flag()) skipScalingLists(reader);
  reader.bits(2);
  if (reader.flag()) {
    reader.bits(8);
    reader.unsigned();
    reader.unsigned();
    reader.flag();
  }
  const sets = reader.unsigned();
  if (sets > 64) throw new ParseError('There are at most 64 sets of reference pictures.');
  let pictures = 0;
  for (let index = 0; index < sets; index += 1) pictures = skipReferenceSet(reader, index, pictures);
  if (reader.flag()) {
    const longTerm = reader.unsigned();
    if (longTerm > 32) throw new ParseError('There are at most 32 long-term reference pictures.');
    for (let index = 0; index < longTerm; index += 1) reader.bits(orderCountBits + 1);
  }
  reader.bits(2);
}

/** Skips the scaling lists (section 7.3.4). */
function skipScalingLists(reader: BitReader): void {
  for (let size = 0; size < 4; size += 1) {
    // 32×32 has no separate lists for chroma.
    for (let matrix = 0; matrix < 6; matrix += size === 3 ? 3 : 1) {
      if (!reader.flag()) {
        reader.unsigned();
        continue;
      }
      if (size > 1) reader.signed();
      for (let index = 0; index < Math.min(64, 16 << (2 * size)); index += 1) reader.signed();
    }
  }
}

/**
 * Skips one short-term reference picture set (section 7.3.7).
 * @param before number of pictures in the previous set
 * @returns number of pictures in this set, which determines the length of the next one
 */
function skipReferenceSet(reader: BitReader, index: number, before: number): number {
  if (index > 0 && reader.flag()) {
    reader.flag();
    reader.unsigned();
    let pictures = 0;
    for (let picture = 0; picture <= before; picture += 1) {
      const isUsed = reader.flag();
      if (isUsed || reader.flag()) pictures += 1;
    }
    return pictures;
  }
  const pictures = reader.unsigned() + reader.unsigned();
  if (pictures > 32) throw new ParseError('A set has at most 16 pictures before and 16 after.');
  for (let picture = 0; picture < pictures; picture += 1) {
    reader.unsigned();
    reader.flag();
  }
  return pictures;
}

/** Returns the codec string (RFC 6381 and ISO/IEC 14496-15, annex E), such as `hvc1.1.6.L93.B0`. */
export function hevcCodecString({ profileTierLevel }: H265Sps): string {
  const first = profileTierLevel[0] ?? 0;
  const space = ['', 'A', 'B', 'C'][first >> 6] ?? '';
  const tier = (first & 0x20) === 0 ? 'L' : 'H';
  let compatibility = 0;
  for (let bit = 0; bit < 32; bit += 1)
    if ((((profileTierLevel[1 + (bit >> 3)] ?? 0) >> (7 - (bit & 7))) & 1) === 1) compatibility += 2 ** bit;
  const constraints = [...profileTierLevel.subarray(5, 11)].map((byte) => byte.toString(16).toUpperCase());
  while (constraints.at(-1) === '0') constraints.pop();
  return [
    'hvc1',
    `${space}${first & 0x1f}`,
    compatibility.toString(16).toUpperCase(),
    `${tier}${profileTierLevel[11] ?? 0}`,
    ...constraints,
  ].join('.');
}
