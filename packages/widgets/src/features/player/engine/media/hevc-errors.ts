import { keepHevcRefusal } from './hevc-refusal-storage.ts';

/** Two failures within this time, ms, are the decoder's; several players that fail at once, with one fault of the browser's, count once. */
const windowMs = 30_000;
const atOnceMs = 250;

let failedAt = Number.NEGATIVE_INFINITY;

/** @param codec as RFC 6381 or in a MIME type */
function isHevc(codec: string): boolean {
  return /hvc1|hev1/.test(codec);
}

/**
 * A decoder has failed. Some browsers accept H.265 that their system then fails to decode: after the second time the page requests H.264.
 * @param now milliseconds, monotonic
 */
export function onDecodeError(codec: string, now: number): void {
  if (!isHevc(codec) || now - failedAt < atOnceMs) return;
  if (now - failedAt <= windowMs) keepHevcRefusal();
  failedAt = now;
}
