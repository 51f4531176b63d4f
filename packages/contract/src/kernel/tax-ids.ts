/** Weights of the digits before each check digit (Russian Federal Tax Service). */
const companyWeights = [2, 4, 10, 3, 5, 9, 4, 6, 8];
const personWeights = [7, ...companyWeights];
const personLastWeights = [3, ...personWeights];

/**
 * Whether a text is a Russian taxpayer number (ИНН): 10 digits of a company or 12 of a person, with correct check digits.
 * @example isTaxId('7707083893') // true
 */
export function isTaxId(text: string): boolean {
  // `00` is no region, and all zeros would have a correct checksum.
  if (!/^(?!00)(?:\d{10}|\d{12})$/.test(text)) return false;
  const digits = [...text].map(Number);
  const checks = digits.length === 10 ? [companyWeights] : [personWeights, personLastWeights];
  return checks.every((weights) => digits[weights.length] === checkDigit(digits, weights));
}

function checkDigit(digits: readonly number[], weights: readonly number[]): number {
  const sum = weights.reduce((total, weight, index) => total + weight * (digits[index] ?? 0), 0);
  return (sum % 11) % 10;
}
