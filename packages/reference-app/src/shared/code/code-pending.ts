import { tabTexts } from '../browser/storage.ts';
import type { TextStorage } from '../browser/storage.ts';

/** A code that was sent and is waited for. */
export interface PendingCode {
  /** Where it went. */
  readonly email: string;
  /** Unix milliseconds from which a new code may be asked for. */
  readonly resendAt: number;
}

/** Where a pending code is kept: in the tab, so that a reload comes back to the same step and countdown. */
export interface PendingCodeStore {
  /** @param now Unix milliseconds */
  read(now: number): PendingCode | null;
  keep(pending: PendingCode | null): void;
}

/** A code works for ten minutes, and may be asked for again after one: nine minutes later nobody waits for it any more. */
const usefulAfterResend = 9 * 60_000;

/** @param name of the kind of code; add the customer's id where one tab may serve two people in a row */
export function pendingCodeStore(name: string, texts: TextStorage = tabTexts): PendingCodeStore {
  return {
    read(now) {
      const pending = parsePending(texts.read(name));
      return pending && now < pending.resendAt + usefulAfterResend ? pending : null;
    },
    keep: (pending) => texts.write(name, pending && JSON.stringify(pending)),
  };
}

/** Anything damaged is as good as nothing. */
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

/** Whole seconds until `resendAt`, never negative, and never more than a minute even when the device's clock was turned back. */
export function secondsLeft(resendAt: number, now: number): number {
  return Math.min(60, Math.max(0, Math.ceil((resendAt - now) / 1000)));
}

/** 84 → "1:24", 24 → "0:24". */
export function clockText(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
