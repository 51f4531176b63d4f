import { viewOf } from '../boxes/box-reader.ts';

/** Returns the RFC 6381 codec of an AVCDecoderConfigurationRecord, such as `avc1.4d401f`. */
export function h264Codec(configuration: Uint8Array): string {
  return `avc1.${Array.from(configuration.subarray(1, 4), (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

/**
 * Reads the parameter sets of a decoder configuration record, without lengths or start codes; empty when it can't be read.
 * @param codec RFC 6381, H.264 or H.265
 */
export function readParameterSets(codec: string, configuration: Uint8Array): Uint8Array[] {
  const units: Uint8Array[] = [];
  const view = viewOf(configuration);
  let offset = 0;
  const take = (count: number): void => {
    for (let index = 0; index < count; index += 1) {
      const length = view.getUint16(offset);
      if (length === 0 || offset + 2 + length > configuration.byteLength) throw new RangeError('A parameter set is cut off.');
      units.push(configuration.subarray(offset + 2, offset + 2 + length));
      offset += 2 + length;
    }
  };
  try {
    if (/^h(?:vc|ev)1/.test(codec)) {
      // ISO/IEC 14496-15, section 8.3.3.1: arrays of units by type.
      const arrays = view.getUint8(22);
      offset = 23;
      for (let index = 0; index < arrays; index += 1) {
        const count = view.getUint16(offset + 1);
        offset += 3;
        take(count);
      }
    } else {
      // Section 5.3.3.1: sequence parameter sets, then picture parameter sets.
      offset = 6;
      take(view.getUint8(5) & 0x1f);
      offset += 1;
      take(view.getUint8(offset - 1));
    }
    return units;
  } catch (error) {
    if (error instanceof RangeError) return [];
    throw error;
  }
}
