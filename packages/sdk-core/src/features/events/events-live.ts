import { signal, type ReadonlySignal } from '@preact/signals-core';
import type { CameraEventMessage } from '@watchpost/contract/protocols/mqtt';
import { createEmitter } from '../../kernel/emitter.ts';
import type { WatchpostError } from '../../kernel/errors.ts';
import type { Unsubscribe } from '../../kernel/ports.ts';
import type { LiveUpdatesConnection, LiveUpdatesOptions } from './events-live-connection.ts';
import type { CameraStateChange, LiveUpdatesState } from './events-live-state.ts';

export type { CameraStateChange, LiveUpdatesState } from './events-live-state.ts';

/** A change of an event: it began, has its picture, or ended. */
export type CameraEventChange = CameraEventMessage;

/** Live events of the cameras. The connection opens with the first listener and closes soon after the last. */
export interface LiveUpdates {
  /** After each change to `open`, updates may have been missed: reload what is shown. */
  readonly state: ReadonlySignal<LiveUpdatesState>;
  /** Why it is `stopped`: session-expired, no-websocket; null otherwise. */
  readonly error: ReadonlySignal<WatchpostError | null>;
  /** When live updates were lost by the server's clock, Unix milliseconds; null while they arrive, and before the first connection. */
  readonly lostAt: ReadonlySignal<number | null>;
  /** Also called for each camera when the connection opens. */
  onCameraState(listener: (change: CameraStateChange) => void): Unsubscribe;
  /** Reports that an event began, has its picture, or ended; only for cameras whose archive the user may view. */
  onEvent(listener: (change: CameraEventChange) => void): Unsubscribe;
  /** Reports that the visible cameras or the user's access to them changed: reload the list. */
  onCamerasChanged(listener: () => void): Unsubscribe;
}

/** Time in milliseconds before an unused connection closes: a page that changes its screen subscribes again immediately. */
const idleTimeoutMs = 5000;

/** The part that is always loaded: the connection itself loads with the first listener. */
export function createLiveUpdates(options: LiveUpdatesOptions): LiveUpdates & { dispose(): void } {
  const { clock, serverClock } = options;
  const state = signal<LiveUpdatesState>('idle');
  const error = signal<WatchpostError | null>(null);
  let wasOpen = false;
  const lostAt = signal<number | null>(null);
  const stopLoss = state.subscribe((now) => {
    if (now === 'silent' || now === 'waiting') {
      if (wasOpen) lostAt.value ??= serverClock.now();
    } else if (now !== 'connecting') lostAt.value = null;
    wasOpen = now === 'open' || (wasOpen && now !== 'idle' && now !== 'stopped');
  });
  const states = createEmitter<CameraStateChange>();
  const events = createEmitter<CameraEventChange>();
  const cameras = createEmitter<void>();
  let listeners = 0;
  let connection: LiveUpdatesConnection | null = null;
  let cancelIdle: (() => void) | null = null;
  /** Incremented by each close, so that code that loads afterwards opens nothing. */
  let generation = 0;

  const open = async (): Promise<void> => {
    const mine = generation;
    state.value = 'connecting';
    try {
      const { createLiveUpdatesConnection } = await import('./events-live-connection.ts');
      if (mine === generation)
        connection = createLiveUpdatesConnection({
          ...options,
          state,
          error,
          onCameraState: states.emit,
          onEvent: events.emit,
          onCamerasChanged: cameras.emit,
        });
    } catch {
      // The page is offline, or the server has a newer version: the page works without live events until the next listener.
      if (mine === generation) state.value = 'idle';
    }
  };
  const close = (): void => {
    generation += 1;
    connection?.close();
    connection = null;
    error.value = null;
    state.value = 'idle';
  };
  const listen = (unsubscribe: Unsubscribe): Unsubscribe => {
    cancelIdle?.();
    cancelIdle = null;
    listeners += 1;
    if (state.peek() === 'stopped') close();
    if (state.peek() === 'idle') void open();
    let isDone = false;
    return () => {
      if (isDone) return;
      isDone = true;
      unsubscribe();
      listeners -= 1;
      if (listeners === 0) cancelIdle = clock.after(idleTimeoutMs, close);
    };
  };

  return {
    state,
    error,
    lostAt,
    onCameraState: (listener) => listen(states.subscribe(listener)),
    onEvent: (listener) => listen(events.subscribe(listener)),
    onCamerasChanged: (listener) => listen(cameras.subscribe(listener)),
    dispose: () => {
      cancelIdle?.();
      close();
      stopLoss();
    },
  };
}
