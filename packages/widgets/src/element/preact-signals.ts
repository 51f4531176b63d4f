/**
 * What a player uses of `@preact/signals-core`: values that can be followed. In the player's script-tag files, which every page with a
 * camera loads at once, that library means this file: nothing there derives one value from another, which is most of it
 * (build/player-signals.ts).
 * As npm modules, the elements keep the library.
 */
interface Follower {
  isDue: boolean;
  isOver: boolean;
  call(): void;
}

/** As in the library: the last change comes first; those who follow one value are called in their order. */
let due: Follower[] = [];
/** How many batches run, one inside of another; calling the followers counts as one. */
let running = 0;
/** More calls for one change are a circle of followers that change what they follow. */
const maxCalls = 10_000;

/** Runs the call. Followers of what it changes are called once, after the outermost of these calls. */
export function batch<Result>(call: () => Result): Result {
  running += 1;
  try {
    return call();
  } finally {
    if (running > 1) running -= 1;
    else callFollowers();
  }
}

/** @throws the first error of a follower, after all have been called */
function callFollowers(): void {
  let failure: { readonly error: unknown } | null = null;
  let calls = 0;
  while (due.length > 0) {
    const next = due;
    due = [];
    for (const follower of next) {
      follower.isDue = false;
      if ((calls += 1) > maxCalls) failure ??= { error: new Error('Cycle detected') };
      else if (!follower.isOver)
        try {
          follower.call();
        } catch (error) {
          failure ??= { error };
        }
    }
  }
  running = 0;
  if (failure) throw failure.error;
}

class Signal<Value> {
  #value: Value;
  readonly #followers = new Set<Follower>();

  constructor(value: Value) {
    this.#value = value;
  }

  get value(): Value {
    return this.#value;
  }
  set value(next: Value) {
    if (next === this.#value) return;
    this.#value = next;
    batch(() => {
      for (const follower of [...this.#followers].reverse()) {
        if (!follower.isDue) due.unshift(follower);
        follower.isDue = true;
      }
    });
  }

  peek(): Value {
    return this.#value;
  }

  /** Calls back with the value, and with each that differs from the last. @returns ends it */
  subscribe(listener: (value: Value) => void): () => void {
    let seen: unknown = Number.NaN;
    const follower: Follower = {
      isDue: false,
      isOver: false,
      call: () => {
        const value = this.#value;
        if (value === seen) return;
        seen = value;
        listener(value);
      },
    };
    const end = (): void => {
      follower.isOver = true;
      this.#followers.delete(follower);
    };
    this.#followers.add(follower);
    try {
      batch(follower.call);
    } catch (error) {
      end();
      throw error;
    }
    return end;
  }
}

export function signal<Value>(value: Value): Signal<Value> {
  return new Signal(value);
}

/** For modules that a bundler reads and then leaves out. The build fails where one of these is used. */
function leftOut(): never {
  throw new TypeError('This part of signals was left out of the player.');
}
export { leftOut as computed, leftOut as effect };
