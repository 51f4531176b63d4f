/** Writes kopecks as YooKassa reads them, `100.00`. */
export function toYooKassaAmount(amount: number): string {
  const digits = String(amount).padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** Reads `100.00` as kopecks; NaN, which equals no amount, for anything else. */
export function fromYooKassaAmount(value: string): number {
  const [, whole, part] = /^(\d{1,12})\.(\d{2})$/.exec(value) ?? [];
  return whole === undefined || part === undefined ? Number.NaN : Number(whole + part);
}
