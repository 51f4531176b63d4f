/** Rebuilds the parts of a JPEG file that RFC 2435 omits (its appendices A and B). */

export interface JpegShape {
  readonly width: number;
  readonly height: number;
  /** True for 4:2:0, false for 4:2:2. */
  readonly isHalfHeight: boolean;
  /** One table for all components, or one for luma and one for chroma; 64 bytes each in zigzag order. */
  readonly tables: readonly Buffer[];
  /** 0 means none. */
  readonly restartInterval: number;
}

const luma = [
  16, 11, 12, 14, 12, 10, 16, 14, 13, 14, 18, 17, 16, 19, 24, 40, 26, 24, 22, 22, 24, 49, 35, 37, 29, 40, 58, 51, 61, 60, 57, 51, 56, 55,
  64, 72, 92, 78, 64, 68, 87, 69, 55, 56, 80, 109, 81, 87, 95, 98, 103, 104, 103, 62, 77, 113, 121, 112, 100, 120, 92, 101, 103, 99,
];
const chroma = [17, 18, 18, 24, 21, 24, 47, 26, 26, 47, 99, 66, 56, 66, ...Array<number>(50).fill(99)];

/** Returns the tables of a Q of 1 to 99, the quality scale of the Independent JPEG Group. */
export function scaledTables(q: number): Buffer[] {
  if (q < 1 || q > 99) return [];
  const factor = q < 50 ? Math.floor(5000 / q) : 200 - q * 2;
  return [luma, chroma].map((table) =>
    Buffer.from(table.map((value) => Math.max(1, Math.min(255, Math.floor((value * factor + 50) / 100))))),
  );
}

const dcLuma = [
  [0, 1, 5, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0],
  [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11],
] as const;
const dcChroma = [
  [0, 3, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0],
  [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11],
] as const;
const acLuma = [
  [0, 2, 1, 3, 3, 2, 4, 3, 5, 5, 4, 4, 0, 0, 1, 0x7d],
  [
    ...Buffer.from(
      '01020300041105122131410613516107227114328191a1082342b1c11552d1f02433627282090a161718191a25262728292a3435363738393a434445464748494a535455565758595a636465666768696a737475767778797a838485868788898a92939495969798999aa2a3a4a5a6a7a8a9aab2b3b4b5b6b7b8b9bac2c3c4c5c6c7c8c9cad2d3d4d5d6d7d8d9dae1e2e3e4e5e6e7e8e9eaf1f2f3f4f5f6f7f8f9fa',
      'hex',
    ),
  ],
] as const;
const acChroma = [
  [0, 2, 1, 2, 4, 4, 3, 4, 7, 5, 4, 4, 0, 1, 2, 0x77],
  [
    ...Buffer.from(
      '000102031104052131061241510761711322328108144291a1b1c109233352f0156272d10a162434e125f11718191a262728292a35363738393a434445464748494a535455565758595a636465666768696a737475767778797a82838485868788898a92939495969798999aa2a3a4a5a6a7a8a9aab2b3b4b5b6b7b8b9bac2c3c4c5c6c7c8c9cad2d3d4d5d6d7d8d9dae2e3e4e5e6e7e8e9eaf2f3f4f5f6f7f8f9fa',
      'hex',
    ),
  ],
] as const;

function marker(code: number, ...contents: readonly number[]): Buffer {
  const length = contents.length + 2;
  return Buffer.from([0xff, code, length >> 8, length & 255, ...contents]);
}

/** Builds everything from the first byte to the start of the packets' own data. */
export function buildJpegHeader({ width, height, isHalfHeight, tables, restartInterval }: JpegShape): Buffer {
  const [first = Buffer.alloc(64, 1), second = first] = tables;
  const size = [height >> 8, height & 255, width >> 8, width & 255];
  const huffman = [
    [0x00, dcLuma],
    [0x10, acLuma],
    [0x01, dcChroma],
    [0x11, acChroma],
  ] as const;
  return Buffer.concat([
    Buffer.of(0xff, 0xd8),
    marker(0xdb, 0, ...first),
    marker(0xdb, 1, ...second),
    ...(restartInterval > 0 ? [marker(0xdd, restartInterval >> 8, restartInterval & 255)] : []),
    marker(0xc0, 8, ...size, 3, 0, isHalfHeight ? 0x22 : 0x21, 0, 1, 0x11, 1, 2, 0x11, 1),
    ...huffman.map(([id, [counts, symbols]]) => marker(0xc4, id, ...counts, ...symbols)),
    marker(0xda, 3, 0, 0, 1, 0x11, 2, 0x11, 0, 63, 0),
  ]);
}
