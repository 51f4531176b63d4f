import type { Random } from './random.ts';

/** Longer inputs say nothing more, and take longer. */
export const maxInputBytes = 48 * 1024;
/** Values at which fields overflow, change their sign, or mean something else. */
const edges = [
  0, 1, 2, 3, 7, 8, 0x3f, 0x40, 0x7f, 0x80, 0xfe, 0xff, 0x7fff, 0x8000, 0xffff, 0x10000, 0xffffff, 0x7fffffff, 0x80000000, 0xffffffff,
];
const widths = [1, 2, 3, 4] as const;

type Mutation = (bytes: Uint8Array, at: number, random: Random) => Uint8Array;

const replaced = (bytes: Uint8Array, from: number, to: number, ...parts: readonly Uint8Array[]): Uint8Array =>
  Buffer.concat([bytes.subarray(0, from), ...parts, bytes.subarray(to)]);

const mutations: readonly Mutation[] = [
  (bytes, at, random) => replaced(bytes, at, at + 1, Uint8Array.of(random.below(256))),
  (bytes, at, random) => replaced(bytes, at, at + 1, Uint8Array.of((bytes[at] ?? 0) ^ (1 << random.below(8)))),
  (bytes, at, random) => {
    const width = random.pick(widths);
    const field = Buffer.alloc(width);
    field.writeUIntBE(random.pick(edges) % 256 ** width, 0, width);
    return replaced(bytes, at, at + width, field);
  },
  // A length or a count that is off by a little.
  (bytes, at, random) => replaced(bytes, at, at + 1, Uint8Array.of(((bytes[at] ?? 0) + random.below(9) - 4) & 255)),
  (bytes, at, random) => replaced(bytes, at, at + 1 + random.below(16)),
  (bytes, at, random) => replaced(bytes, at, at, bytes.subarray(at, at + 1 + random.below(64))),
  (bytes, at, random) => {
    const part = bytes.subarray(at, at + 1 + random.below(24));
    return replaced(bytes, at, at, ...Array.from({ length: 1 + random.below(60) }, () => part));
  },
  (bytes, at, random) =>
    replaced(
      bytes,
      at,
      at,
      Uint8Array.from({ length: 1 + random.below(16) }, () => random.below(256)),
    ),
  (bytes, at) => bytes.subarray(0, at),
  (bytes, at, random) => {
    const from = random.below(bytes.length + 1);
    return replaced(bytes, at, at + random.below(32), bytes.subarray(from, from + random.below(64)));
  },
];

/**
 * Changes bytes in one to four places.
 * @param tokens what the grammar consists of
 */
export function mutateBytes(bytes: Uint8Array, random: Random, tokens: readonly Uint8Array[]): Uint8Array {
  let result = bytes;
  for (let left = 1 + random.below(4); left > 0; left -= 1) {
    const at = random.below(result.length + 1);
    const mutated =
      tokens.length > 0 && random.below(8) === 0
        ? replaced(result, at, at + random.below(8), random.pick(tokens))
        : random.pick(mutations)(result, at, random);
    if (mutated.length <= maxInputBytes) result = mutated;
  }
  return result;
}
