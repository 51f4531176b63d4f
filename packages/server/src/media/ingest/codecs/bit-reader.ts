import { ParseError } from './parse-error.ts';

/** Reads bits and Exp-Golomb numbers of a NAL unit, skipping its emulation prevention bytes. */
export interface BitReader {
  /** @param count 1 to 32 */
  bits(count: number): number;
  flag(): boolean;
  /** Reads an unsigned Exp-Golomb number, ue(v). */
  unsigned(): number;
  /** Reads a signed Exp-Golomb number, se(v). */
  signed(): number;
}

/** Creates a reader; every read past the end throws ParseError. */
export function createBitReader(data: Uint8Array): BitReader {
  let byte = 0;
  let bit = 0;
  let zeros = 0;

  const next = (): number => {
    if (bit === 0 && zeros >= 2 && data[byte] === 3) {
      byte += 1;
      zeros = 0;
    }
    const value = data[byte];
    if (value === undefined) throw new ParseError('The data ends too early.');
    const result = (value >> (7 - bit)) & 1;
    bit += 1;
    if (bit === 8) {
      bit = 0;
      byte += 1;
      zeros = value === 0 ? zeros + 1 : 0;
    }
    return result;
  };
  const bits = (count: number): number => {
    let value = 0;
    for (let index = 0; index < count; index += 1) value = value * 2 + next();
    return value;
  };
  const unsigned = (): number => {
    let length = 0;
    while (next() === 0) {
      length += 1;
      if (length > 31) throw new ParseError('A number is too long.');
    }
    return 2 ** length - 1 + bits(length);
  };
  return {
    bits,
    flag: () => next() === 1,
    unsigned,
    signed: () => {
      const value = unsigned();
      return value % 2 === 1 ? (value + 1) / 2 : -value / 2;
    },
  };
}
