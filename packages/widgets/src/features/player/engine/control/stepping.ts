import type { PlayerCore } from '../player-core.ts';

export interface Stepping {
  step(direction: 1 | -1): void;
  onPicture(): void;
}

/** How far back the newest recorded frame is looked for, ms, and how near to it one goes. */
const newestWithin = 120_000;
const beforeNewest = 100;

/** One frame on or back, standing still. Live video has no frames to go back to: there it leads to the newest recorded ones. */
export function createStepping(core: PlayerCore): Stepping {
  const { options: { client, cameraId }, signals, life } = core;
  let standsAtPicture = false;

  function stand(): void {
    core.current()?.pause?.();
    core.dispatch({ type: 'pause' });
  }
  async function toNewest(): Promise<void> {
    const now = Math.round(core.now());
    const at = signals.position.value ?? now;
    try {
      const { newest } = await client.archive.footage(cameraId, { from: now - newestWithin, to: now }, { signal: life });
      if (newest === null) return;
      standsAtPicture = true;
      core.load('archive', Math.min(at, newest - beforeNewest));
    } catch {
      // Without the archive the picture stands where it is.
    }
  }
  return {
    step(direction) {
      const transport = core.current();
      if (transport?.step && signals.state.value.kind !== 'connecting') {
        if (signals.state.value.kind !== 'paused') stand();
        transport.step(direction);
      } else if (transport?.mode === 'live' || (!transport && signals.state.value.kind === 'paused')) {
        core.dispatch({ type: 'pause' });
        core.close();
        void toNewest();
      }
    },
    onPicture() {
      if (!standsAtPicture) return;
      standsAtPicture = false;
      if (core.current()?.step) stand();
    },
  };
}
