import type { ClockPort, Unsubscribe } from '@watchpost/sdk-core';
import type { PlayerController } from '../../player/index.ts';
import type { LoadSample } from '../model/governor.ts';

export interface LoadMeterOptions {
  readonly clock: ClockPort;
  /** Those that are to play. */
  readonly players: () => readonly PlayerController[];
  readonly onSample: (sample: LoadSample) => void;
}

const sampleEvery = 1_000;
/** A frame of the page that takes longer than this (ms) holds pictures up. */
const longFrame = 100;

/** Measures once a second what playing costs: lost frames, long frames of the page, and the processor where the browser tells. */
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
    // The first after a pause of the page says nothing.
    if (lastFrame > 0 && took > longFrame && took < sampleEvery * 3) blocked += took - longFrame;
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
      // A new transport counts anew.
      if (!last || total < last.total) continue;
      frames += total - last.total;
      dropped += Math.max(0, droppedFrames - last.dropped);
    }
    // A page that slept is no busy page.
    if (document.visibilityState === 'visible' && elapsed < sampleEvery * 3) onSample({ frames, dropped, blocked: Math.min(1, blocked / elapsed), pressure: pressure.value() });
    blocked = 0;
    if (!stopped) stopSample = clock.after(sampleEvery, sample);
  }
  let stopSample = clock.after(sampleEvery, sample);
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
    /** Compute Pressure; in Chromium, on secure pages. */
    readonly PressureObserver?: new (listener: (records: readonly PressureRecord[]) => void) => PressureObserverLike;
  }
}

function watchPressure(): { value(): LoadSample['pressure']; stop: Unsubscribe } {
  let latest: LoadSample['pressure'] = null;
  const observer = window.PressureObserver && new window.PressureObserver((records) => (latest = records.at(-1)?.state ?? latest));
  observer?.observe('cpu', { sampleInterval: sampleEvery }).catch(() => {});
  return { value: () => latest, stop: () => observer?.disconnect() };
}
