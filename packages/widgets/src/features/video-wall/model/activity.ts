/** Merges the activity of several cameras: the maximum of each step. */
export function loudest(all: readonly (readonly number[])[]): number[] {
  const length = Math.max(0, ...all.map((levels) => levels.length));
  return Array.from({ length: length }, (_, index) => Math.max(0, ...all.map((levels) => levels[index] ?? 0)));
}
