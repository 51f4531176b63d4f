import { batch } from '@preact/signals-core';
import type { Unsubscribe } from '@watchpost/sdk-core';
import type { PlayerCore } from '../player-core.ts';

export interface Meter {
  /** Reads the clock of the picture now, and from now on. */
  measure(): void;
  stop(): void;
}

const every = 250;
/** Beats between two reports of the latency, and between two readings of what changes slowly. */
const latencyEvery = 20;
const restEvery = 40;

/** Keeps `position` and `latency` true, four times a second. */
export function createMeter({ clock, signals, current, now, report }: PlayerCore, { onBeat, onRest }: { onBeat(): void; onRest(): void }): Meter {
  const { state, position, latency } = signals;
  let beats = 0;
  let stop: Unsubscribe = clock.after(every, beat);

  function beat(): void {
    stop = clock.after(every, beat);
    beats += 1;
    measure();
    onBeat();
    if (beats % latencyEvery === 0 && latency.value !== null) report({ type: 'latency', latency: latency.value });
    if (beats % restEvery === 0) onRest();
  }
  function measure(): void {
    const transport = current();
    const at = transport?.position() ?? null;
    if (at === null || state.value.kind === 'connecting') return;
    batch(() => {
      position.value = at;
      if (transport?.mode !== 'live') return;
      const late = Math.max(0, now() - at);
      // Shown with one decimal: a smoothed figure does not flicker.
      latency.value = latency.value === null ? late : latency.value * 0.8 + late * 0.2;
    });
  }
  return { measure, stop: () => stop() };
}
