import { systemClock, WatchpostError } from '@watchpost/sdk-core';
import type { ClockPort } from '@watchpost/sdk-core';

/** Pictures that are kept, each about 10 KB. */
const kept = 300;
/** Neighbours are fetched when the pointer has stayed so long, milliseconds. */
const restsFor = 90;
/** After so many failures in a row there are no pictures here. */
const patience = 3;

export interface Previews {
  /** Asks for a picture and then for its neighbours; what was asked for before and is not among them is given up. */
  want(at: number, neighbours: readonly number[]): void;
  /** The pointer has left. */
  rest(): void;
  dispose(): void;
}

export interface PreviewsOptions {
  readonly fetch: (at: number, signal: AbortSignal) => Promise<Blob>;
  /** The picture that was wanted last; null: there is none. */
  readonly onPicture: (at: number, picture: Blob | null) => void;
  /** No pictures can be had at all. */
  readonly onFail: () => void;
  readonly clock?: Pick<ClockPort, 'after'>;
}

/** Small pictures for a pointer on the move: at once where they are known, one request for where it is, neighbours when it rests. */
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
      if (cache.size <= kept) break;
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
      else if ((failures += 1) >= patience) onFail();
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
      stopResting = clock.after(restsFor, () => void Promise.all(neighbours.map(load)));
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
