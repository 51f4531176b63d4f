import { systemClock, WatchpostError } from '@watchpost/sdk-core';
import type { ClockPort } from '@watchpost/sdk-core';

/** Number of cached previews, each about 10 KB. */
const maxPreviews = 300;
/** Neighbours are loaded once the pointer has rested this long, milliseconds. */
const restMs = 90;
/** After this many failures in a row, previews are considered unavailable. */
const maxFailures = 3;

export interface Previews {
  /** Requests a preview and then its neighbours; aborts earlier requests that are not among them. */
  want(at: number, neighbours: readonly number[]): void;
  /** The pointer has left. */
  rest(): void;
  dispose(): void;
}

export interface PreviewsOptions {
  readonly fetch: (at: number, signal: AbortSignal) => Promise<Blob>;
  /** The latest requested preview; null without one. */
  readonly onPicture: (at: number, picture: Blob | null) => void;
  /** Previews are not available at all. */
  readonly onFail: () => void;
  readonly clock?: Pick<ClockPort, 'after'>;
}

/** Previews under a moving pointer: cached ones immediately, one request for the current moment, neighbours when the pointer rests. */
export function createPreviews({ fetch, onPicture, onFail, clock = systemClock }: PreviewsOptions): Previews {
  const cache = new Map<number, Blob | null>();
  const running = new Map<number, AbortController>();
  let wanted: number | null = null;
  let failures = 0;
  let stopResting: () => void = () => {};

  function keep(at: number, picture: Blob | null): void {
    cache.delete(at);
    cache.set(at, picture);
    for (const oldest of cache.keys()) {
      if (cache.size <= maxPreviews) break;
      cache.delete(oldest);
    }
  }
  async function load(at: number): Promise<void> {
    if (cache.has(at) || running.has(at)) return;
    const life = new AbortController();
    running.set(at, life);
    try {
      keep(at, await fetch(at, life.signal));
      failures = 0;
    } catch (error) {
      if (life.signal.aborted) return;
      if (error instanceof WatchpostError && error.code === 'no-footage') keep(at, null);
      else if ((failures += 1) >= maxFailures) onFail();
    } finally {
      if (running.get(at) === life) running.delete(at);
    }
    if (wanted === at && cache.has(at)) onPicture(at, cache.get(at) ?? null);
  }
  function giveUp(but: readonly number[]): void {
    stopResting();
    for (const [at, life] of running) {
      if (but.includes(at)) continue;
      running.delete(at);
      life.abort();
    }
  }
  return {
    want(at, neighbours) {
      if (wanted === at) return;
      wanted = at;
      giveUp([at, ...neighbours]);
      const known = cache.get(at);
      if (known !== undefined) {
        keep(at, known);
        onPicture(at, known);
      } else void load(at);
      stopResting = clock.after(restMs, () => void Promise.all(neighbours.map(load)));
    },
    rest() {
      wanted = null;
      giveUp([]);
    },
    dispose() {
      wanted = null;
      giveUp([]);
      cache.clear();
    },
  };
}
