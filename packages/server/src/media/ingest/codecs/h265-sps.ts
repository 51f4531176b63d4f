import { createBitReader, type BitReader } from './bit-reader.ts';
import { ParseError } from './parse-error.ts';

/** What is needed of a sequence parameter set (ITU-T H.265, 7.3.2.2). */
export interface H265Sps {
  readonly width: number;
  readonly height: number;
  /** How many frames a decoder must hold back to show them in order. */
  readonly reorderFrames: number;
  readonly chroma: number;
  /** Bits above 8. */
  readonly lumaDepth: number;
  readonly chromaDepth: number;
  readonly temporalLayers: number;
  readonly isTemporalNested: boolean;
  /** general_profile_space to general_level_idc: 12 bytes as they are. */
  readonly profileTierLevel: Uint8Array;
}

/**
 * @param unit the NAL unit with its two header bytes
 * @throws {ParseError}
 */
export function parseH265Sps(unit: Uint8Array): H265Sps {
  if (unit.length < 16 || ((unit[0] ?? 0) >> 1) !== 33) throw new ParseError('This is not a sequence parameter set.');
  const reader = createBitReader(unit.subarray(2, 1024));
  reader.bits(4);
  const layers = reader.bits(3);
  const isTemporalNested = reader.flag();
  const profileTierLevel = Uint8Array.from({ length: 12 }, () => reader.bits(8));
  skipSubLayers(reader, layers);
  if (reader.unsigned() > 15) throw new ParseError('The id of a sequence parameter set is at most 15.');
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
  reader.unsigned();
  const isPerLayer = reader.flag();
  let reorderFrames = 0;
  // The last of them counts: it is for all layers.
  for (let layer = isPerLayer ? 0 : layers; layer <= layers; layer += 1) {
    reader.unsigned();
    reorderFrames = reader.unsigned();
    reader.unsigned();
  }
  if (reorderFrames > 16) throw new ParseError('At most 16 frames are reordered.');
  return { width, height, reorderFrames, chroma, lumaDepth, chromaDepth, temporalLayers: layers + 1, isTemporalNested, profileTierLevel };
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

/** RFC 6381 and ISO/IEC 14496-15, annex E: `hvc1.1.6.L93.B0`. */
export function hevcCodecString({ profileTierLevel }: H265Sps): string {
  const first = profileTierLevel[0] ?? 0;
  const space = ['', 'A', 'B', 'C'][first >> 6] ?? '';
  const tier = (first & 0x20) === 0 ? 'L' : 'H';
  let compatibility = 0;
  for (let bit = 0; bit < 32; bit += 1) if ((((profileTierLevel[1 + (bit >> 3)] ?? 0) >> (7 - (bit & 7))) & 1) === 1) compatibility += 2 ** bit;
  const constraints = [...profileTierLevel.subarray(5, 11)].map((byte) => byte.toString(16).toUpperCase());
  while (constraints.at(-1) === '0') constraints.pop();
  return ['hvc1', `${space}${first & 0x1f}`, compatibility.toString(16).toUpperCase(), `${tier}${profileTierLevel[11] ?? 0}`, ...constraints].join('.');
}
