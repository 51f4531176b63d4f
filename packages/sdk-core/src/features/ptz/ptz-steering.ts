import { goPtz, movePtz } from '@watchpost/contract/endpoints/ptz';
import type { PtzTarget, PtzVelocity } from '@watchpost/contract/schemas/ptz';
import { steeringIntervalMs } from '@watchpost/contract/timing/ptz-steering';
import { signal } from '@preact/signals-core';
import type { ReadonlySignal } from '@preact/signals-core';
import { WatchpostError } from '../../kernel/errors.ts';
import type { HttpClient } from '../../kernel/http.ts';
import type { ClockPort } from '../../kernel/ports.ts';
import { randomUuid } from '../../kernel/random.ts';

/** What the page's control of the camera does. */
export type PtzSteeringState =
  | { readonly kind: 'resting' }
  | { readonly kind: 'moving'; readonly velocity: PtzVelocity }
  /** Why the camera didn't move; reported until the next attempt, which requires a stop first. */
  | { readonly kind: 'refused'; readonly error: WatchpostError };

/** One page's control of one camera. The camera stops on `stop()`, when the page closes, and when the page's repeated calls cease. */
export interface PtzSteering {
  /** What the camera does by this page, or why it doesn't. */
  readonly state: ReadonlySignal<PtzSteeringState>;
  /** Moves at this speed until the next call. Call it as often as needed: it sends a few requests per second. All 0 stops. */
  move(velocity: PtzVelocity): void;
  /** Stops immediately, ahead of any pending call. The request arrives even if the page closes at that moment. */
  stop(): void;
  /** Moves to a preset or the home position. @throws {WatchpostError} `camera-steered` while another user moves the camera, or the camera's error */
  go(target: PtzTarget): Promise<void>;
  /** Stops permanently. */
  dispose(): void;
}

/** Minimum interval between speeds, ms: a drag changes the speed with every frame. */
const minPauseMs = 100;
/** After this long without an answer, the connection counts as lost, ms; by then, the server has stopped the camera. */
const requestTimeoutMs = 3000;
const rest: PtzVelocity = { pan: 0, tilt: 0, zoom: 0 };

export function createPtzSteering({
  http,
  clock,
  cameraId,
}: {
  readonly http: HttpClient;
  readonly clock: ClockPort;
  readonly cameraId: string;
}): PtzSteering {
  const steererId = randomUuid();
  const state = signal<PtzSteeringState>({ kind: 'resting' });
  let wanted = rest;
  let sent: { readonly velocity: PtzVelocity; readonly at: number } | null = null;
  let sequence = 0;
  let isInFlight = false;
  /** After a refusal nothing is sent until a stop: a camera that refuses must not be asked five times per second. */
  let isBarred = false;
  let isDisposed = false;
  let cancelNext: () => void = () => undefined;

  const send = (velocity: PtzVelocity): Promise<void> => {
    const body = { ...velocity, steererId, sequence };
    sequence += 1;
    return http.request<void>(movePtz, { parameters: { id: cameraId }, body, keepalive: true, timeoutMs: requestTimeoutMs });
  };
  const refuse = (error: unknown): void => {
    cancelNext();
    wanted = rest;
    sent = null;
    isBarred = true;
    state.value = { kind: 'refused', error: error instanceof WatchpostError ? error : new WatchpostError('network', { cause: error }) };
  };
  const sendWanted = (): void => {
    const velocity = wanted;
    sent = { velocity, at: clock.monotonic() };
    isInFlight = true;
    send(velocity).then(
      () => {
        isInFlight = false;
        schedule();
      },
      (error: unknown) => {
        isInFlight = false;
        // Stopped meanwhile: the stop replaces this movement.
        if (isMoving()) refuse(error);
      },
    );
  };
  const isMoving = (): boolean => state.peek().kind === 'moving';
  const schedule = (): void => {
    cancelNext();
    if (isInFlight || !isMoving()) return;
    const pause = sent?.velocity === wanted ? steeringIntervalMs : minPauseMs;
    const wait = sent === null ? 0 : sent.at + pause - clock.monotonic();
    if (wait <= 0) sendWanted();
    else cancelNext = clock.after(wait, sendWanted);
  };
  const stop = (): void => {
    isBarred = false;
    if (!isMoving()) return;
    cancelNext();
    wanted = rest;
    sent = null;
    state.value = { kind: 'resting' };
    // The stop may overtake a pending movement; the sequence numbers decide which one counts.
    send(rest).catch((error: unknown) => {
      if (state.peek().kind === 'resting' && !isDisposed) {
        refuse(error);
        isBarred = false;
      }
    });
  };

  return {
    state,
    stop,
    move: (velocity) => {
      const { pan, tilt, zoom } = velocity;
      if (isDisposed) return;
      if (pan === 0 && tilt === 0 && zoom === 0) return stop();
      if (isBarred) return;
      if (wanted.pan === pan && wanted.tilt === tilt && wanted.zoom === zoom) return;
      wanted = velocity;
      state.value = { kind: 'moving', velocity };
      schedule();
    },
    go: async (target) => {
      stop();
      await http.request<void>(goPtz, { parameters: { id: cameraId }, body: { steererId, target } });
    },
    dispose: () => {
      isDisposed = true;
      stop();
    },
  };
}
