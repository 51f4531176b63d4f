import { isHevcRefused, keepHevcRefusal } from './hevc-storage.ts';
import { hevc } from './hevc-support.ts';

/** Two failures within this time, ms, are the decoder's; several players that fail at once, with one fault of the browser's, count once. */
const windowMs = 30_000;
const atOnceMs = 250;

let failedAt = Number.NEGATIVE_INFINITY;

/** @param codec as RFC 6381 or in a MIME type */
export function isHevc(codec: string): boolean {
  return /hvc1|hev1/.test(codec);
}

/** What this browser has shown on an earlier page. @returns false if H.265 may not be requested any more */
export function recallHevc(): boolean {
  if (isHevcRefused()) hevc.type = '';
  return hevc.type !== '';
}

/**
 * A decoder has failed. Some browsers accept H.265 that their system then fails to decode: after the second time the page requests H.264.
 * @param now milliseconds, monotonic
 */
export function onDecodeError(codec: string, now: number): void {
  if (!isHevc(codec) || now - failedAt < atOnceMs) return;
  if (now - failedAt <= windowMs) {
    hevc.type = '';
    keepHevcRefusal();
  }
  failedAt = now;
}
