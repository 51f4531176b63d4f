/** Movement of several cameras as one: what moved most in each step. */
export function loudest(all: readonly (readonly number[])[]): number[] {
  const longest = Math.max(0, ...all.map((levels) => levels.length));
  return Array.from({ length: longest }, (_, index) => Math.max(0, ...all.map((levels) => levels[index] ?? 0)));
}
