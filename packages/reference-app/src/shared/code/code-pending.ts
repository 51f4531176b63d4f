import { tabTexts } from '../browser/storage.ts';
import type { TextStorage } from '../browser/storage.ts';

/** A code that was sent and not entered yet. */
export interface PendingCode {
  /** The address that it was sent to. */
  readonly email: string;
  /** When a new code may be requested, Unix milliseconds. */
  readonly resendAt: number;
}

/** Stores a pending code in the tab, so that a reload restores the same step and countdown. */
export interface PendingCodeStore {
  /** @param now Unix milliseconds */
  read(now: number): PendingCode | null;
  keep(pending: PendingCode | null): void;
}

/** Codes expire after ten minutes and can be requested again after one, so nine minutes later a code is useless, ms. */
const codeLifetimeAfterResendMs = 9 * 60_000;

/** Creates a store. @param name of the kind of code, with the customer's id if one tab may serve two users in succession */
export function pendingCodeStore(name: string, texts: TextStorage = tabTexts): PendingCodeStore {
  return {
    read(now) {
      const pending = parsePending(texts.read(name));
      return pending && now < pending.resendAt + codeLifetimeAfterResendMs ? pending : null;
    },
    keep: (pending) => texts.write(name, pending && JSON.stringify(pending)),
  };
}

/** Parses a stored code; damaged text counts as none. */
export function parsePending(text: string | null): PendingCode | null {
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

/** Returns whole seconds until `resendAt`, from 0 to 60 even if the device's clock was set back. @param now Unix milliseconds */
export function secondsLeft(resendAt: number, now: number): number {
  return Math.min(60, Math.max(0, Math.ceil((resendAt - now) / 1000)));
}

/** Formats a countdown: 84 → "1:24", 24 → "0:24". */
export function clockText(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
