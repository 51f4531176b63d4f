import { createBitReader, type BitReader } from './bit-reader.ts';
import { ParseError } from './parse-error.ts';
import { readPixelAspect, squarePixels, type PixelAspect } from './pixel-aspect.ts';

/** The fields of a sequence parameter set that the server uses (ITU-T H.264, 7.3.2.1). */
export interface Sps {
  readonly id: number;
  readonly profile: number;
  readonly width: number;
  readonly height: number;
  readonly pixelAspect: PixelAspect;
  /** Number of frames that a decoder must hold back to show them in order; null when the stream does not declare it. */
  readonly reorderFrames: number | null;
  /** Frames per second; null when the stream does not declare it. */
  readonly frameRate: number | null;
}

/** Profiles with a chroma format; 144 is High 4:4:4 of 2003, which some encoder chips still name. */
const highProfiles = new Set([144, 100, 110, 122, 244, 44, 83, 86, 118, 128, 138, 139, 134, 135]);

/**
 * Parses a sequence parameter set.
 * @param unit the NAL unit with its header byte
 * @throws {ParseError}
 */
export function parseSps(unit: Uint8Array): Sps {
  if (unit.length < 4 || ((unit[0] ?? 0) & 0x1f) !== 7) throw new ParseError('This is not a sequence parameter set.');
  const reader = createBitReader(unit.subarray(1, 1024));
  const profile = reader.bits(8);
  const constraints = reader.bits(8);
  reader.bits(8);
  const id = reader.unsigned();
  if (id > 31) throw new ParseError('The id of a sequence parameter set is at most 31.');
  const { chroma, isSeparate } = highProfiles.has(profile) ? readChroma(reader) : { chroma: 1, isSeparate: false };
  reader.unsigned();
  const orderType = reader.unsigned();
  readOrder(reader, orderType);
  reader.unsigned();
  reader.flag();
  const widthInBlocks = reader.unsigned() + 1;
  const heightInUnits = reader.unsigned() + 1;
  const isFramesOnly = reader.flag();
  if (!isFramesOnly) reader.flag();
  reader.flag();
  const crop = reader.flag() ? [reader.unsigned(), reader.unsigned(), reader.unsigned(), reader.unsigned()] : [];
  const [left = 0, right = 0, top = 0, bottom = 0] = crop;
  const fields = isFramesOnly ? 1 : 2;
  const arrayType = isSeparate ? 0 : chroma;
  const width = widthInBlocks * 16 - (left + right) * (arrayType === 1 || arrayType === 2 ? 2 : 1);
  const height = heightInUnits * 16 * fields - (top + bottom) * (arrayType === 1 ? 2 : 1) * fields;
  if (width < 16 || height < 16 || width > 16384 || height > 16384) throw new ParseError('The picture has no possible size.');
  const vui = readVuiSafely(reader);
  // Baseline has no B-frames, order type 2 means output in decode order, intra-only profiles carry constraint_set3.
  const isInOrder = profile === 66 || orderType === 2 || (profile !== 77 && profile !== 88 && profile >= 100 && (constraints & 0x10) !== 0);
  return {
    id,
    profile,
    width,
    height,
    pixelAspect: vui.pixelAspect,
    reorderFrames: isInOrder ? 0 : vui.reorderFrames,
    frameRate: vui.frameRate,
  };
}

function readChroma(reader: BitReader): { chroma: number; isSeparate: boolean } {
  const chroma = reader.unsigned();
  const isSeparate = chroma === 3 && reader.flag();
  reader.unsigned();
  reader.unsigned();
  reader.flag();
  if (reader.flag())
    for (let list = 0; list < (chroma === 3 ? 12 : 8); list += 1) if (reader.flag()) skipScalingList(reader, list < 6 ? 16 : 64);
  return { chroma, isSeparate };
}

function skipScalingList(reader: BitReader, size: number): void {
  let last = 8;
  for (let index = 0; index < size; index += 1) {
    const next = (last + reader.signed() + 256) % 256;
    if (next === 0) return;
    last = next;
  }
}

function readOrder(reader: BitReader, type: number): void {
  if (type === 0) reader.unsigned();
  if (type !== 1) return;
  reader.flag();
  reader.signed();
  reader.signed();
  const cycle = reader.unsigned();
  if (cycle > 255) throw new ParseError('The order cycle is at most 255 long.');
  for (let index = 0; index < cycle; index += 1) reader.signed();
}

type Vui = { -readonly [Key in 'pixelAspect' | 'reorderFrames' | 'frameRate']: Sps[Key] };

/** Reads the VUI if it is complete: many cameras truncate it, and the picture's size does not depend on it. */
function readVuiSafely(reader: BitReader): Vui {
  const found: Vui = { pixelAspect: squarePixels, reorderFrames: null, frameRate: null };
  try {
    readVui(reader, found);
  } catch (error) {
    if (!(error instanceof ParseError)) throw error;
  }
  return found;
}

function readVui(reader: BitReader, found: Vui): void {
  if (!reader.flag()) return;
  if (reader.flag()) found.pixelAspect = readPixelAspect(reader);
  if (reader.flag()) reader.flag();
  if (reader.flag()) {
    reader.bits(4);
    if (reader.flag()) reader.bits(24);
  }
  if (reader.flag()) {
    reader.unsigned();
    reader.unsigned();
  }
  if (reader.flag()) {
    const unit = reader.bits(32);
    const scale = reader.bits(32);
    reader.flag();
    const rate = unit > 0 ? scale / unit / 2 : 0;
    if (rate >= 1 && rate <= 240) found.frameRate = rate;
  }
  const hasNalParameters = reader.flag();
  if (hasNalParameters) skipHrd(reader);
  const hasVclParameters = reader.flag();
  if (hasVclParameters) skipHrd(reader);
  if (hasNalParameters || hasVclParameters) reader.flag();
  reader.flag();
  if (!reader.flag()) return;
  reader.flag();
  for (let index = 0; index < 4; index += 1) reader.unsigned();
  const reorderFrames = reader.unsigned();
  if (reorderFrames <= 16) found.reorderFrames = reorderFrames;
}

function skipHrd(reader: BitReader): void {
  const count = reader.unsigned() + 1;
  if (count > 32) throw new ParseError('There are at most 32 rates.');
  reader.bits(8);
  for (let index = 0; index < count; index += 1) {
    reader.unsigned();
    reader.unsigned();
    reader.flag();
  }
  reader.bits(20);
}
