/** Numbers that look random, the same for the same seed on every machine. */
export interface Random {
  /** From 0 up to and without the limit, which is at least 1. */
  below(limit: number): number;
  /** @throws {RangeError} for an empty list */
  pick<T>(from: readonly T[]): T;
}

/** @param seed 32 bits */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const below = (limit: number): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * limit);
  };
  return {
    below,
    pick: (from) => {
      const [first] = from;
      if (first === undefined) throw new RangeError('There is nothing to pick from.');
      return from[below(from.length)] ?? first;
    },
  };
}
