import { batch } from '@preact/signals-core';
import type { Unsubscribe } from '@watchpost/sdk-core';
import type { PlayerCore } from '../player-core.ts';
import type { Transport } from '../transport.ts';

/** The part of the player that the meter reads and writes. */
export interface MeteredCore extends Pick<PlayerCore, 'clock' | 'now' | 'report'> {
  readonly signals: Pick<PlayerCore['signals'], 'state' | 'position' | 'latency'>;
  current(): Pick<Transport, 'mode' | 'position'> | null;
}

export interface Meter {
  /** Reads the picture's time now and periodically from now on. */
  measure(): void;
  stop(): void;
}

const beatMs = 250;
/** Beats between two latency reports, and between two reads of slowly changing values. */
const latencyBeats = 20;
const slowBeats = 40;
const maxFlickerMs = 1_000;

/** Updates `position` and `latency` four times a second. */
export function createMeter(
  { clock, signals, current, now, report }: MeteredCore,
  { onBeat, onRest }: { onBeat(): void; onRest(): void },
): Meter {
  const { state, position, latency } = signals;
  let beats = 0;
  let stop: Unsubscribe = clock.after(beatMs, beat);

  function beat(): void {
    stop = clock.after(beatMs, beat);
    beats += 1;
    measure();
    onBeat();
    if (beats % latencyBeats === 0 && latency.value !== null) report({ type: 'latency', latency: latency.value });
    if (beats % slowBeats === 0) onRest();
  }
  function measure(): void {
    const transport = current();
    const at = transport?.position() ?? null;
    if (at === null || state.value.kind === 'connecting') return;
    batch(() => {
      position.value = at;
      if (transport?.mode !== 'live') return;
      const late = Math.max(0, now() - at);
      // Shown with one decimal: smoothing keeps the figure from flickering. A jump does not count: the machine slept, or playback caught up.
      const known = latency.value;
      latency.value = known === null || Math.abs(late - known) > maxFlickerMs ? late : known * 0.8 + late * 0.2;
    });
  }
  return { measure, stop: () => stop() };
}
