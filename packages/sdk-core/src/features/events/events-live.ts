import { signal, type ReadonlySignal } from '@preact/signals-core';
import type { CameraEventMessage } from '@watchpost/contract/protocols/mqtt';
import { createEmitter } from '../../kernel/emitter.ts';
import type { Unsubscribe } from '../../kernel/ports.ts';
import type { LiveUpdatesConnection, LiveUpdatesOptions } from './events-live-connection.ts';
import type { CameraStateChange, LiveUpdatesState } from './events-live-state.ts';

export type { CameraStateChange, LiveUpdatesState } from './events-live-state.ts';

export type CameraEventChange = CameraEventMessage;

/** What happens, as it happens. The connection opens with the first listener and closes soon after the last. */
export interface LiveUpdates {
  /** After each change to `open` something may have been missed: ask again for what is shown. */
  readonly state: ReadonlySignal<LiveUpdatesState>;
  /** Also told for each camera when the connection opens. */
  onCameraState(listener: (change: CameraStateChange) => void): Unsubscribe;
  /** An event began, has its picture, or ended; only of cameras whose archive may be seen. */
  onEvent(listener: (change: CameraEventChange) => void): Unsubscribe;
  /** Which cameras are visible, or what may be done with them, is not what it was: list them again. */
  onCamerasChanged(listener: () => void): Unsubscribe;
}

/** Milliseconds. A page that changes its screen listens again at once. */
const idleBeforeClose = 5000;

/** The part that is always there: the connection itself is loaded with the first listener. */
export function createLiveUpdates(options: LiveUpdatesOptions): LiveUpdates & { dispose(): void } {
  const { clock } = options;
  const state = signal<LiveUpdatesState>('idle');
  const states = createEmitter<CameraStateChange>();
  const events = createEmitter<CameraEventChange>();
  const cameras = createEmitter<void>();
  let listeners = 0;
  let connection: LiveUpdatesConnection | null = null;
  let cancelIdle: (() => void) | null = null;
  /** Raised by each close, so that code that arrives afterwards opens nothing. */
  let generation = 0;

  const open = async (): Promise<void> => {
    const mine = generation;
    state.value = 'connecting';
    try {
      const { createLiveUpdatesConnection } = await import('./events-live-connection.ts');
      if (mine === generation) connection = createLiveUpdatesConnection({ ...options, state, onCameraState: states.emit, onEvent: events.emit, onCamerasChanged: cameras.emit });
    } catch {
      // The page is offline, or the server has a newer version: its pages live without it until somebody listens again.
      if (mine === generation) state.value = 'idle';
    }
  };
  const close = (): void => {
    generation += 1;
    connection?.close();
    connection = null;
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
      if (listeners === 0) cancelIdle = clock.after(idleBeforeClose, close);
    };
  };

  return {
    state,
    onCameraState: (listener) => listen(states.subscribe(listener)),
    onEvent: (listener) => listen(events.subscribe(listener)),
    onCamerasChanged: (listener) => listen(cameras.subscribe(listener)),
    dispose: () => {
      cancelIdle?.();
      close();
    },
  };
}
