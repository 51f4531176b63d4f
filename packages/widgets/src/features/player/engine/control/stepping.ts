import type { PlayerCore } from '../player-core.ts';
import { isHeld } from '../player-state.ts';

export interface Stepping {
  step(direction: 1 | -1): void;
  onPicture(): void;
}

/** How far back to look for the newest recorded frame, ms, and how close to its end to go. */
const newestSearchMs = 120_000;
const newestMarginMs = 100;
/** A picture that is further from the sought frame, ms, is not it: something else was requested meanwhile. */
const nearMs = 10_000;

/** Steps one frame forward or back while paused. Live video has no earlier frames: from live it goes to the newest recorded ones. */
export function createStepping(core: PlayerCore): Stepping {
  const {
    options: { client, cameraId },
    signals,
    life,
  } = core;
  /** The newest recorded frame, Unix ms, until it is shown. */
  let sought: number | null = null;

  function stand(): void {
    core.current()?.pause?.();
    core.dispatch({ type: 'paused' });
  }
  async function toNewest(): Promise<void> {
    const left = signals.state.value;
    const now = Math.round(core.now());
    const at = signals.position.value ?? now;
    try {
      const { newest } = await client.archive.footage(cameraId, { from: now - newestSearchMs, to: now }, { signal: life });
      // Play, or another moment, may have been requested meanwhile.
      if (newest === null || core.current() || signals.state.value !== left) return;
      sought = Math.min(at, newest - newestMarginMs);
      core.load('archive', sought);
    } catch {
      // Without the archive the picture stays as it is.
    }
  }
  return {
    step(direction) {
      const transport = core.current();
      if (transport?.step && signals.state.value.kind !== 'connecting') {
        if (signals.state.value.kind !== 'paused') stand();
        transport.step(direction);
      } else if (transport?.mode === 'live' || (!transport && isHeld(signals.state.value))) {
        core.dispatch({ type: 'paused' });
        core.close();
        void toNewest();
      }
    },
    onPicture() {
      if (sought === null) return;
      const transport = core.current();
      const isThere = Math.abs((transport?.position() ?? 0) - sought) < nearMs;
      sought = null;
      if (isThere && transport?.step) stand();
    },
  };
}
