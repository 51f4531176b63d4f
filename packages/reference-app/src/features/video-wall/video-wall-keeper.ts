import type { ClockPort, VideoWall, VideoWallApi, WallArrangement } from '@watchpost/sdk-core';

export interface WallState {
  readonly arrangement: WallArrangement;
  /** This device has an arrangement of its own. */
  readonly isDeviceOnly: boolean;
}

/** A wall's arrangement on its way to the server. */
export interface WallKeeper {
  /** What is shown now; a new object with each change. */
  readonly state: { peek(): WallState; subscribe(listener: (state: WallState) => void): () => void };
  /** Shown at once, saved when the hand rests. */
  change(next: WallArrangement): void;
  /** On: this device keeps what it shows. Off: it shows the account's again. */
  setDeviceOnly(isDeviceOnly: boolean): void;
  /** Saves what waits, at once. */
  flush(): void;
}

export interface WallKeeperOptions {
  readonly api: Pick<VideoWallApi, 'save' | 'forgetDevice'>;
  readonly clock: Pick<ClockPort, 'after'>;
  readonly kept: VideoWall;
  /** What was shown stays on the screen, but is not kept; `retry` tries again. */
  readonly onFailed: (error: unknown, retry: () => void) => void;
}

export const usual: WallArrangement = { layout: 'auto', cameraIds: [], cycleSeconds: 0 };
/** Milliseconds without another change. */
const restFor = 700;

export function createWallKeeper({ api, clock, kept, onFailed }: WallKeeperOptions): WallKeeper {
  const listeners = new Set<(state: WallState) => void>();
  let state: WallState = { arrangement: kept.device ?? kept.account ?? usual, isDeviceOnly: kept.device !== null };
  let account = kept.account;
  let waits = false;
  let version = 0;
  let stop = (): void => {};
  /** One after the other, so that an older one never overwrites a newer. */
  let queue: Promise<void> = Promise.resolve();

  const show = (next: Partial<WallState>): void => {
    state = { ...state, ...next };
    for (const listener of listeners) listener(state);
  };
  const enqueue = (task: () => Promise<void>, retry: () => void): void => {
    queue = queue.then(task).catch((error: unknown) => onFailed(error, retry));
  };
  function flush(): void {
    stop();
    if (!waits) return;
    waits = false;
    const mine = version;
    const scope = state.isDeviceOnly ? 'device' : 'account';
    const { layout, cameraIds, cycleSeconds } = state.arrangement;
    enqueue(async () => {
      const answer = await api.save({ scope, arrangement: { layout, cameraIds: [...cameraIds], cycleSeconds } });
      account = answer.account;
      // What the server keeps counts, unless the person has gone on meanwhile.
      const confirmed = answer[scope];
      if (mine === version && confirmed) show({ arrangement: confirmed });
    }, save);
  }
  function save(): void {
    waits = true;
    flush();
  }
  return {
    state: {
      peek: () => state,
      subscribe(listener) {
        listeners.add(listener);
        return () => void listeners.delete(listener);
      },
    },
    flush,
    change(next) {
      version += 1;
      show({ arrangement: next });
      waits = true;
      stop();
      stop = clock.after(restFor, flush);
    },
    setDeviceOnly(next) {
      if (next === state.isDeviceOnly) return;
      flush();
      show({ isDeviceOnly: next });
      version += 1;
      if (next) return save();
      const mine = version;
      enqueue(async () => {
        await api.forgetDevice();
        if (mine === version) show({ arrangement: account ?? usual });
      }, () => show({ isDeviceOnly: true }));
    },
  };
}
