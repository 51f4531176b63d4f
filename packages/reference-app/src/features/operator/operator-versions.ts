/** Whether a version is newer than another, as `2.10.0` is than `2.9.3`; what follows the third number is ignored. */
export function isNewerVersion(version: string, than: string): boolean {
  const [a, b] = [numbersOf(version), numbersOf(than)];
  const differing = a.findIndex((number, index) => number !== b[index]);
  return differing >= 0 && (a[differing] ?? 0) > (b[differing] ?? 0);
}

function numbersOf(version: string): readonly number[] {
  return version
    .split('.')
    .slice(0, 3)
    .map((part) => Number.parseInt(part, 10) || 0);
}
