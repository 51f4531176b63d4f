/**
 * Splits a sum among lines in proportion to their amounts, so that the parts add up to it: by the largest remainder.
 * @param amounts of the lines, minor units
 * @param sum minor units
 */
export function splitSum(amounts: readonly number[], sum: number): number[] {
  const total = amounts.reduce((all, amount) => all + amount, 0);
  if (total === 0) return amounts.map(() => 0);
  const parts = amounts.map((amount) => {
    const product = BigInt(amount) * BigInt(sum);
    const floor = product / BigInt(total) - (product % BigInt(total) < 0n ? 1n : 0n);
    return { floor, remainder: product - floor * BigInt(total) };
  });
  let left = BigInt(sum) - parts.reduce((all, { floor }) => all + floor, 0n);
  const result = parts.map(({ floor }) => Number(floor));
  const byRemainder = parts
    .map((part, index) => ({ ...part, index }))
    .toSorted((a, b) => Number(b.remainder - a.remainder) || a.index - b.index);
  for (const { index } of byRemainder) {
    if (left <= 0n) break;
    result[index] = (result[index] ?? 0) + 1;
    left -= 1n;
  }
  return result;
}
