import { signal } from '@preact/signals-react';
import type { ReadonlySignal } from '@preact/signals-react';
import type { ClockPort, VideoWall, VideoWallApi, WallArrangement } from '@watchpost/sdk-core';

interface WallState {
  readonly arrangement: WallArrangement;
  /** This device has its own arrangement. */
  readonly isDeviceOnly: boolean;
}

/** Keeps a wall's arrangement and saves it to the server. */
export interface WallKeeper {
  /** The visible arrangement; a new object with each change. */
  readonly state: ReadonlySignal<WallState>;
  /** Shows a change immediately, and saves it after a pause. */
  change(next: WallArrangement): void;
  /** true: this device keeps its current arrangement. false: it shows the account's again. */
  setDeviceOnly(isDeviceOnly: boolean): void;
  /** Saves pending changes immediately. */
  flush(): void;
}

export interface WallKeeperOptions {
  readonly api: Pick<VideoWallApi, 'save' | 'forgetDevice'>;
  readonly clock: Pick<ClockPort, 'after'>;
  readonly kept: VideoWall;
  /** Saving failed; the arrangement stays visible, and `retry` saves it again. */
  readonly onFailed: (error: unknown, retry: () => void) => void;
}

export const usual: WallArrangement = { layout: 'auto', cameraIds: [], cycleSeconds: 0 };
/** Pause after the last change before saving, ms. */
const saveDelayMs = 700;

export function createWallKeeper({ api, clock, kept, onFailed }: WallKeeperOptions): WallKeeper {
  const state = signal<WallState>({ arrangement: kept.device ?? kept.account ?? usual, isDeviceOnly: kept.device !== null });
  let account = kept.account;
  let waits = false;
  let version = 0;
  let stop = (): void => {};
  /** Saves in sequence, so that an older arrangement never overwrites a newer one. */
  let queue: Promise<void> = Promise.resolve();

  const show = (next: Partial<WallState>): void => {
    state.value = { ...state.peek(), ...next };
  };
  const enqueue = (task: () => Promise<void>, retry: () => void): void => {
    queue = queue.then(task).catch((error: unknown) => onFailed(error, retry));
  };
  function flush(): void {
    stop();
    if (!waits) return;
    waits = false;
    const mine = version;
    const scope = state.peek().isDeviceOnly ? 'device' : 'account';
    const { layout, cameraIds, cycleSeconds } = state.peek().arrangement;
    enqueue(async () => {
      const answer = await api.save({ scope, arrangement: { layout, cameraIds: [...cameraIds], cycleSeconds } });
      account = answer.account;
      // The server's version counts, unless the user has changed the wall meanwhile.
      const confirmed = answer[scope];
      if (mine === version && confirmed) show({ arrangement: confirmed });
    }, save);
  }
  function save(): void {
    waits = true;
    flush();
  }
  return {
    state,
    flush,
    change(next) {
      version += 1;
      show({ arrangement: next });
      waits = true;
      stop();
      stop = clock.after(saveDelayMs, flush);
    },
    setDeviceOnly(next) {
      if (next === state.peek().isDeviceOnly) return;
      flush();
      show({ isDeviceOnly: next });
      version += 1;
      if (next) return save();
      const mine = version;
      enqueue(
        async () => {
          await api.forgetDevice();
          if (mine === version) show({ arrangement: account ?? usual });
        },
        () => show({ isDeviceOnly: true }),
      );
    },
  };
}
