/** What is put in, by its place in the row of digits and insertions, each insertion counting as one (specification 1, section 9). */
const insertions: Readonly<Record<number, string>> = { 0: '+', 2: ' (', 6: ') ', 10: '-', 13: '-' };

/**
 * A phone number as it is read. Everything but digits is dropped, and digits beyond the pattern follow as they are; for typing there is `createMask`.
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
