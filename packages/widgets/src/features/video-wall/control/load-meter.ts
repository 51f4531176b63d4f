import type { ClockPort, Unsubscribe } from '@watchpost/sdk-core';
import type { PlayerController } from '../../player/index.ts';
import type { LoadSample } from '../model/governor.ts';

export interface LoadMeterOptions {
  readonly clock: ClockPort;
  /** The players that should play. */
  readonly players: () => readonly PlayerController[];
  readonly onSample: (sample: LoadSample) => void;
}

const sampleIntervalMs = 1_000;
/** A frame of the page that takes longer than this (ms) delays pictures. */
const longFrameMs = 100;

/** Measures the cost of playback every second: dropped frames, long frames of the page, and CPU pressure where the browser reports it. */
export function createLoadMeter({ clock, players, onSample }: LoadMeterOptions): Unsubscribe {
  const before = new WeakMap<PlayerController, { readonly total: number; readonly dropped: number }>();
  const pressure = watchPressure();
  let blocked = 0;
  let lastFrame = 0;
  let sampledAt = clock.monotonic();
  let frameRequest = 0;
  let stopped = false;

  function onFrame(): void {
    const now = clock.monotonic();
    const took = now - lastFrame;
    // The first frame after a pause of the page says nothing.
    if (lastFrame > 0 && took > longFrameMs && took < sampleIntervalMs * 3) blocked += took - longFrameMs;
    lastFrame = now;
    frameRequest = requestAnimationFrame(onFrame);
  }
  function sample(): void {
    const now = clock.monotonic();
    const elapsed = now - sampledAt;
    sampledAt = now;
    let frames = 0;
    let dropped = 0;
    for (const player of players()) {
      const { totalFrames: total, droppedFrames } = player.stats();
      const last = before.get(player);
      before.set(player, { total, dropped: droppedFrames });
      // A new transport starts counting from zero.
      if (!last || total < last.total) continue;
      frames += total - last.total;
      dropped += Math.max(0, droppedFrames - last.dropped);
    }
    // A page that slept was not busy.
    if (document.visibilityState === 'visible' && elapsed < sampleIntervalMs * 3)
      onSample({ frames, dropped, blocked: Math.min(1, blocked / elapsed), pressure: pressure.value() });
    blocked = 0;
    if (!stopped) stopSample = clock.after(sampleIntervalMs, sample);
  }
  let stopSample = clock.after(sampleIntervalMs, sample);
  onFrame();
  return () => {
    stopped = true;
    stopSample();
    cancelAnimationFrame(frameRequest);
    pressure.stop();
  };
}

interface PressureRecord {
  readonly state: NonNullable<LoadSample['pressure']>;
}
interface PressureObserverLike {
  observe(source: 'cpu', options: { readonly sampleInterval: number }): Promise<void>;
  disconnect(): void;
}
declare global {
  interface Window {
    /** Compute Pressure API: Chromium, on secure pages. */
    readonly PressureObserver?: new (listener: (records: readonly PressureRecord[]) => void) => PressureObserverLike;
  }
}

function watchPressure(): { value(): LoadSample['pressure']; stop: Unsubscribe } {
  let latest: LoadSample['pressure'] = null;
  const observer = window.PressureObserver && new window.PressureObserver((records) => (latest = records.at(-1)?.state ?? latest));
  observer?.observe('cpu', { sampleInterval: sampleIntervalMs }).catch(() => {});
  return { value: () => latest, stop: () => observer?.disconnect() };
}
