import { tabTexts } from './storage.ts';

const name = 'farewell';

/** The account was deleted: the page is loaded anew, and sign-in then says what happens next. @param graceDays until it is gone for good */
export function keepFarewell(graceDays: number): void {
  tabTexts.write(name, String(graceDays));
}

/** The days of grace to tell about, once; null when there is nothing to tell. */
export function takeFarewell(): number | null {
  const days = Number(tabTexts.read(name) ?? Number.NaN);
  tabTexts.write(name, null);
  return Number.isInteger(days) && days > 0 ? days : null;
}
