/** Reads `WATCHPOST_TEST_SLOW`: 3 triples every limit of time in the tests, for a machine on which they only come late. */
export function slowFactor(value: string | undefined): number {
  return Math.max(1, Number(value ?? '1') || 1);
}

const factor = slowFactor(process.env['WATCHPOST_TEST_SLOW']);

/**
 * Limits how long a test waits for a condition, ms. It never decides how soon something has to happen: that is measured in bench/.
 * @example await page.getByText('Online').waitFor({ timeout: atMost(60_000) });
 */
export const atMost = (milliseconds: number): number => milliseconds * factor;
