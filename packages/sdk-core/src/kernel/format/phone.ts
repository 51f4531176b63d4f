/** Insertions by their position among digits and insertions, each counting as one (specification 1, section 9). */
const insertions: Readonly<Record<number, string>> = { 0: '+', 2: ' (', 6: ') ', 10: '-', 13: '-' };

/**
 * Formats a phone number for reading. Drops everything but digits, and appends digits beyond the pattern unchanged; for input, use `createMask`.
 * @example formatPhone('79991234567') // '+7 (999) 123-45-67'
 */
export function formatPhone(phone: string): string {
  const row: string[] = [];
  for (const digit of phone.replaceAll(/\D/g, '')) {
    const insertion = insertions[row.length];
    if (insertion !== undefined) row.push(insertion);
    row.push(digit);
  }
  return row.join('');
}
