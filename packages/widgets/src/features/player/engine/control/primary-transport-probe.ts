import type { Unsubscribe } from '@watchpost/sdk-core';
import type { PlayerCore } from '../player-core.ts';

export interface PrimaryTransportProbe {
  /** Called periodically while a transport other than the best one plays. */
  beat(): void;
  dispose(): void;
}

/** How long another transport plays before WebSocket is probed, ms; doubles after each failed probe. */
const minWaitMs = 60_000;
const maxWaitMs = 960_000;
const probeTimeoutMs = 5_000;

/** Probes whether the WebSocket works again while another transport plays, without touching the picture, and then switches back to it. */
export function createPrimaryTransportProbe(core: PlayerCore, best: () => string | undefined): PrimaryTransportProbe {
  const { client, cameraId } = core.options;
  let waitMs = minWaitMs;
  let since: number | null = null;
  let stop: Unsubscribe | null = null;

  function attempt(): void {
    const flow = client.player
      .live()
      .subscribe({ cameraId, frames: 'key', audio: false }, { onTracks: () => end(true), onError: () => end(false) });
    const cancel = core.clock.after(probeTimeoutMs, () => end(false));
    stop = () => {
      flow();
      cancel();
      stop = null;
    };
  }
  function end(works: boolean): void {
    stop?.();
    since = core.clock.monotonic();
    waitMs = works ? minWaitMs : Math.min(maxWaitMs, waitMs * 2);
    if (!works || core.signals.state.value.kind !== 'live' || best() !== 'websocket') return;
    core.liveTransport = 'websocket';
    core.load('live', 0);
  }
  return {
    beat() {
      const isElsewhere = core.signals.state.value.kind === 'live' && core.liveTransport !== 'websocket' && best() === 'websocket';
      if (!isElsewhere) {
        since = null;
        return stop?.();
      }
      since ??= core.clock.monotonic();
      if (!stop && core.clock.monotonic() - since >= waitMs) attempt();
    },
    dispose: () => stop?.(),
  };
}
