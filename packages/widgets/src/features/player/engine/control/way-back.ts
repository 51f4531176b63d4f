import type { Unsubscribe } from '@watchpost/sdk-core';
import type { PlayerCore } from '../player-core.ts';

export interface WayBack {
  /** Every now and then, while another way than the best one plays. */
  beat(): void;
  dispose(): void;
}

/** How long another way plays before the usual one is tried again, ms: longer each time it still did not work. */
const shortest = 60_000;
const longest = 960_000;
const tryFor = 5_000;

/** Looks whether the WebSocket works again while something else plays, without touching the picture, and then goes back to it. */
export function createWayBack(core: PlayerCore, best: () => string | undefined): WayBack {
  const { client, cameraId } = core.options;
  let wait = shortest;
  let since: number | null = null;
  let stop: Unsubscribe | null = null;

  function attempt(): void {
    const flow = client.player.live().subscribe({ cameraId, frames: 'key', audio: false }, { onTracks: () => end(true), onError: () => end(false) });
    const cancel = core.clock.after(tryFor, () => end(false));
    stop = () => {
      flow();
      cancel();
      stop = null;
    };
  }
  function end(works: boolean): void {
    stop?.();
    since = core.clock.monotonic();
    wait = works ? shortest : Math.min(longest, wait * 2);
    if (!works || core.signals.state.value.kind !== 'live' || best() !== 'websocket') return;
    core.way = 'websocket';
    core.load('live', 0);
  }
  return {
    beat() {
      const isElsewhere = core.signals.state.value.kind === 'live' && core.way !== 'websocket' && best() === 'websocket';
      if (!isElsewhere) {
        since = null;
        return stop?.();
      }
      since ??= core.clock.monotonic();
      if (!stop && core.clock.monotonic() - since >= wait) attempt();
    },
    dispose: () => stop?.(),
  };
}
