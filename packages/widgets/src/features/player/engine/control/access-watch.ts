import { cameraCapabilities, WatchpostError } from '@watchpost/sdk-core';
import type { Camera, Capabilities, Unsubscribe } from '@watchpost/sdk-core';
import type { PlayerCore } from '../player-core.ts';
import { modeOf } from '../player-state.ts';
import type { PlayerState } from '../player-state.ts';

/** A place may become free at any time. */
const retryViewerLimitAfterMs = 30_000;
/** While it is not known when the camera opens: a partner's page does not know the grant. */
const retryClosedAfterMs = 60_000;
/** Timers can't be longer. */
const maxTimerMs = 2 ** 31 - 1;
/** After these, the access itself may have changed. */
const doubtfulCodes: readonly string[] = ['forbidden', 'not-found', 'access-ended', 'access-outside-hours', 'no-archive-access'];

export interface AccessWatch {
  /** The server has changed what the viewer may do. */
  recheck(): void;
  dispose(): void;
}

/**
 * Ends the picture when the access ends or its hours are over, and brings it back when they begin again or a viewer's place is free: an
 * explanation instead of a broken stream, whatever the transport.
 */
export function createAccessWatch(core: PlayerCore): AccessWatch {
  const { options, signals, clock, life } = core;
  let stopTimer: Unsubscribe = () => {};
  let stopRetry: Unsubscribe = () => {};

  function plan(camera: Camera | null): void {
    stopTimer();
    const able = capabilitiesOf(camera, core.now());
    const changesAt = able?.changesAt ?? null;
    signals.access.value = able && { endsAt: able.canWatch ? changesAt : null, opensAt: able.opensAt };
    if (changesAt !== null) stopTimer = clock.after(Math.min(Math.max(0, changesAt - core.now()), maxTimerMs), onChange);
    // The server refuses as well, but only the grant says why, and until when.
    if (able && !able.canWatch && signals.state.peek().kind !== 'error') core.fail(refusalOf(able), true);
  }
  function onChange(): void {
    const camera = signals.camera.peek();
    plan(camera);
    if (!capabilitiesOf(camera, core.now())?.canWatch) return;
    const state = signals.state.peek();
    if (state.kind === 'error' && state.code === 'access-outside-hours') reload(state);
    // What else it allows may have changed with it.
    void refresh();
  }
  function reload(state: PlayerState): void {
    const mode = modeOf(state);
    core.load(mode, mode === 'archive' ? (signals.position.peek() ?? core.now()) : 0);
  }
  /** @returns null if the server did not answer, 'gone' if it no longer shows us the camera */
  async function refresh(): Promise<Camera | 'gone' | null> {
    try {
      const camera = await options.client.cameras.get(options.cameraId, { signal: life });
      signals.camera.value = camera;
      signals.canTalk.value = camera.canTalk;
      signals.hasArchive.value = camera.withArchive;
      return camera;
    } catch (error) {
      return error instanceof WatchpostError && error.status === 404 ? 'gone' : null;
    }
  }
  async function explain(failed: PlayerState & { readonly kind: 'error' }): Promise<void> {
    const known = signals.camera.peek();
    const camera = await refresh();
    // Meanwhile something else was requested.
    if (life.aborted || signals.state.peek() !== failed) return;
    if (failed.code !== 'forbidden' && failed.code !== 'not-found') return;
    // Someone else's camera that is gone: our access ended, or the camera was removed, which is the same to us.
    if (camera === 'gone' && known?.grant) return core.dispatch({ type: 'fail', code: 'access-ended' });
    const able = camera === 'gone' ? null : capabilitiesOf(camera, core.now());
    if (able && !able.canWatch) core.dispatch({ type: 'fail', code: refusalOf(able) });
  }
  function onState(state: PlayerState): void {
    stopRetry();
    if (state.kind !== 'error') return;
    if (doubtfulCodes.includes(state.code)) void explain(state);
    const retryAfterMs =
      state.code === 'viewer-limit-reached' ? retryViewerLimitAfterMs : state.code === 'access-outside-hours' ? retryClosedAfterMs : null;
    if (retryAfterMs === null) return;
    stopRetry = clock.after(retryAfterMs, () => {
      // Once it is known when the camera opens, that moment is waited for.
      if (signals.state.peek() === state && !signals.access.peek()?.opensAt) reload(state);
    });
  }

  const stops = [signals.camera.subscribe(plan), signals.state.subscribe(onState)];
  return {
    recheck: () => void refresh(),
    dispose() {
      stopTimer();
      stopRetry();
      for (const stop of stops) stop();
    },
  };
}

/** Null for a camera whose grant is not known: the owner's, which needs none, and on a partner's page, where the server alone decides. */
function capabilitiesOf(camera: Camera | null, now: number): Capabilities | null {
  return camera?.grant ? cameraCapabilities(camera, now) : null;
}

function refusalOf({ opensAt }: Capabilities): 'access-ended' | 'access-outside-hours' {
  return opensAt === null ? 'access-ended' : 'access-outside-hours';
}
