import type { WatchpostErrorCode } from '@watchpost/sdk-core';

/** State of a download. */
export type DownloadState =
  | {
      readonly kind: 'running';
      readonly loaded: number;
      /** Bytes; null until the server has answered. */ readonly total: number | null;
      /** Bytes per second; null until known. */ readonly rate: number | null;
    }
  /** Too large for the page's memory, so the browser downloads it. */
  | { readonly kind: 'handed-over'; readonly recordedMs: number | null }
  /** `recordedMs`: duration of the video in the file; null when unknown. */
  | { readonly kind: 'done'; readonly recordedMs: number | null }
  | { readonly kind: 'failed'; readonly code: WatchpostErrorCode };

export interface Sample {
  /** Milliseconds of any monotonic clock. */
  readonly at: number;
  readonly loaded: number;
}

/** The rate is measured over this period, ms: steady, and yet quick to notice a slower network. */
const rateWindowMs = 5000;

/** Returns the samples of the period, and one from before it. */
export function keepSamples(samples: readonly Sample[], next: Sample): readonly Sample[] {
  const all = [...samples, next];
  const first = all.findLastIndex(({ at }) => next.at - at >= rateWindowMs);
  return all.slice(Math.max(0, first));
}

/** Returns bytes per second over the samples; null while there are too few. */
export function rateOf(samples: readonly Sample[]): number | null {
  const [first, last] = [samples[0], samples.at(-1)];
  if (!first || !last || last.at - first.at < 300) return null;
  return Math.max(0, ((last.loaded - first.loaded) / (last.at - first.at)) * 1000);
}

/** Returns the remaining seconds of a running download; null while unknown. */
export function secondsLeft(state: DownloadState): number | null {
  if (state.kind !== 'running' || state.total === null || !state.rate) return null;
  return Math.ceil(Math.max(0, state.total - state.loaded) / state.rate);
}

/** Files that end now lack less than this, because the newest seconds are still being written to the disk, ms. */
const settlingMs = 8000;

/** Whether a file is noticeably shorter than requested. */
export function isShorter(recordedMs: number | null, requestedMs: number): recordedMs is number {
  return recordedMs !== null && requestedMs - recordedMs > settlingMs;
}

/** Maximum size of a clip that goes through the page's memory, bytes. */
export const maxInMemoryBytes = 300_000_000;

/** Parses `14:02:11` or `14:02` as milliseconds since midnight; null for anything else. */
export function parseClock(text: string): number | null {
  const match = /^\s*(\d{1,2}):(\d\d)(?::(\d\d))?\s*$/.exec(text);
  if (!match) return null;
  const [hours, minutes, seconds] = [Number(match[1]), Number(match[2]), Number(match[3] ?? 0)];
  return hours > 23 || minutes > 59 || seconds > 59 ? null : ((hours * 60 + minutes) * 60 + seconds) * 1000;
}

/** Returns how much of a range is recorded, ms. */
export function recordedWithin(
  recordings: readonly { readonly from: number; readonly to: number }[],
  range: { readonly from: number; readonly to: number },
): number {
  return recordings.reduce((sum, { from, to }) => sum + Math.max(0, Math.min(to, range.to) - Math.max(from, range.from)), 0);
}
