import { tabTexts } from './storage.ts';

const name = 'farewell';

/** Remembers that the account was deleted, so that the sign-in page can explain what follows after the reload. @param graceDays until deletion is final */
export function keepFarewell(graceDays: number): void {
  tabTexts.write(name, String(graceDays));
}

/** Returns the grace period in days, once; null without a deletion. */
export function takeFarewell(): number | null {
  const days = Number(tabTexts.read(name) ?? Number.NaN);
  tabTexts.write(name, null);
  return Number.isInteger(days) && days > 0 ? days : null;
}
