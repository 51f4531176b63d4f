const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte', 'petabyte'] as const;

/** 12_400_000_000 → "12.4 GB", as the language writes it; whole numbers from ten on. */
export function sizeText(bytes: number, locale: string): string {
  const power = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3));
  const value = bytes / 1000 ** power;
  const format = (scaled: number, unit: (typeof units)[number]): string =>
    new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: scaled < 10 && unit !== 'byte' ? 1 : 0 }).format(scaled);
  // 999.9 MB must not read "1,000 MB".
  if (Math.round(value) >= 1000 && power < units.length - 1) return format(1, units[power + 1] ?? 'petabyte');
  return format(value, units[power] ?? 'byte');
}
