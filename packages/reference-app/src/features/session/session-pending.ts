import { localTexts } from '../../shared/browser/storage.ts';
import { pendingCodeStore } from '../../shared/code/code-pending.ts';

/** A sign-in that waits for its code. */
export const pendingSignIn = pendingCodeStore('pending-sign-in');

/** Returns the last address used in this browser, to suggest it. */
export function lastEmail(): string {
  return localTexts.read('last-email') ?? '';
}

export function keepLastEmail(email: string): void {
  localTexts.write('last-email', email);
}
