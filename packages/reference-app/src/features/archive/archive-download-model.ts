import type { WatchpostErrorCode } from '@watchpost/sdk-core';

/** Where a download is. */
export type DownloadState =
  | { readonly kind: 'running'; readonly loaded: number; /** Bytes; null until the server has said. */ readonly total: number | null; /** Bytes a second; null until known. */ readonly rate: number | null }
  /** Too large for the page's memory: the browser itself loads it. */
  | { readonly kind: 'handed-over' }
  | { readonly kind: 'done' }
  | { readonly kind: 'failed'; readonly code: WatchpostErrorCode };

export interface Sample {
  /** Milliseconds of any clock that never jumps. */
  readonly at: number;
  readonly loaded: number;
}

/** The rate follows this much of the past, milliseconds: steady, and yet quick to notice a slower network. */
const memory = 5000;

/** Samples of the near past, and one from before it. */
export function keepSamples(samples: readonly Sample[], next: Sample): readonly Sample[] {
  const all = [...samples, next];
  const first = all.findLastIndex(({ at }) => next.at - at >= memory);
  return all.slice(Math.max(0, first));
}

/** Bytes a second over the samples; null while there is too little to tell. */
export function rateOf(samples: readonly Sample[]): number | null {
  const [first, last] = [samples[0], samples.at(-1)];
  if (!first || !last || last.at - first.at < 300) return null;
  return Math.max(0, ((last.loaded - first.loaded) / (last.at - first.at)) * 1000);
}

/** Seconds that a running download still takes; null while nobody knows. */
export function secondsLeft(state: DownloadState): number | null {
  if (state.kind !== 'running' || state.total === null || !state.rate) return null;
  return Math.ceil(Math.max(0, state.total - state.loaded) / state.rate);
}

/** Larger than this a clip does not go through the page's memory, bytes. */
export const largestInMemory = 300_000_000;

/** Reads `14:02:11` or `14:02` as milliseconds since midnight; null: it is no time. */
export function parseClock(text: string): number | null {
  const match = /^\s*(\d{1,2}):(\d\d)(?::(\d\d))?\s*$/.exec(text);
  if (!match) return null;
  const [hours, minutes, seconds] = [Number(match[1]), Number(match[2]), Number(match[3] ?? 0)];
  return hours > 23 || minutes > 59 || seconds > 59 ? null : ((hours * 60 + minutes) * 60 + seconds) * 1000;
}

/** How much of a range is recorded, milliseconds. */
export function recordedWithin(recordings: readonly { readonly from: number; readonly to: number }[], range: { readonly from: number; readonly to: number }): number {
  return recordings.reduce((sum, { from, to }) => sum + Math.max(0, Math.min(to, range.to) - Math.max(from, range.from)), 0);
}
