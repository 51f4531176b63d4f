/** As the contract has it: letters, digits, dashes. */
export function isSerialNumber(value: string): boolean {
  return /^[\w-]{4,64}$/.test(value.trim());
}

/**
 * What was scanned, and what of it is the number: several codes may be on one label, and a web address beside the number.
 * @example readScan(['https://watch.example', 'WP-0001']) // 'WP-0001'
 */
export function readScan(codes: readonly string[]): string | null {
  return codes.map((code) => code.trim()).find(isSerialNumber) ?? null;
}
