/** Whether a text is a serial number as the contract defines it: letters, digits, dashes. */
export function isSerialNumber(value: string): boolean {
  return /^[\w-]{4,64}$/.test(value.trim());
}

/**
 * Returns the serial number among scanned codes: a label may carry several codes, and a web address beside the number.
 * @example readScan(['https://watch.example', 'WP-0001']) // 'WP-0001'
 */
export function readScan(codes: readonly string[]): string | null {
  return codes.map((code) => code.trim()).find(isSerialNumber) ?? null;
}
