import { localTexts, tabTexts } from '../../shared/browser/storage.ts';

/** A sign-in that waits for its code; kept in the tab, so that a reload comes back to the same step and countdown. */
export interface PendingSignIn {
  readonly email: string;
  /** Unix milliseconds from which a new code may be asked for. */
  readonly resendAt: number;
}

export function parsePending(text: string | null): PendingSignIn | null {
  if (text === null) return null;
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || !('email' in value) || !('resendAt' in value)) return null;
    const { email, resendAt } = value;
    return typeof email === 'string' && typeof resendAt === 'number' && Number.isFinite(resendAt) ? { email, resendAt } : null;
  } catch {
    return null;
  }
}

export function readPending(): PendingSignIn | null {
  return parsePending(tabTexts.read('pending-sign-in'));
}

export function keepPending(pending: PendingSignIn | null): void {
  tabTexts.write('pending-sign-in', pending && JSON.stringify(pending));
}

/** The address used last in this browser, to be offered again. */
export function lastEmail(): string {
  return localTexts.read('last-email') ?? '';
}

export function keepLastEmail(email: string): void {
  localTexts.write('last-email', email);
}

/** Whole seconds until `resendAt`, never negative, and never more than a minute even when the device's clock was turned back. */
export function secondsLeft(resendAt: number, now: number): number {
  return Math.min(60, Math.max(0, Math.ceil((resendAt - now) / 1000)));
}

/** 84 → "1:24", 24 → "0:24". */
export function clockText(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
