import { goPtz, movePtz, steeringRhythm } from '@watchpost/contract/endpoints/ptz';
import type { PtzTarget, PtzVelocity } from '@watchpost/contract/schemas/ptz';
import { signal } from '@preact/signals-core';
import type { ReadonlySignal } from '@preact/signals-core';
import { WatchpostError } from '../../kernel/errors.ts';
import type { HttpClient } from '../../kernel/http.ts';
import type { ClockPort } from '../../kernel/ports.ts';
import { randomUuid } from '../../kernel/random.ts';

export type PtzSteeringState =
  | { readonly kind: 'resting' }
  | { readonly kind: 'moving'; readonly velocity: PtzVelocity }
  /** It did not move; said until the next try, which begins with letting go. */
  | { readonly kind: 'refused'; readonly error: WatchpostError };

/** One page's hand on one camera. The camera stops when the hand lets go, when the page goes, and when nothing is heard of it any more. */
export interface PtzSteering {
  readonly state: ReadonlySignal<PtzSteeringState>;
  /** Turns at this speed until the next call; as often as one likes, it is sent a few times a second. All 0 is a stop. */
  move(velocity: PtzVelocity): void;
  /** At once, past whatever is under way; it arrives even when the page is closed in the same moment. */
  stop(): void;
  /** @throws {WatchpostError} `camera-steered` while somebody else moves it, or what the camera answered */
  go(target: PtzTarget): Promise<void>;
  /** Stops, for good. */
  dispose(): void;
}

/** A new speed waits at least so long after the last, ms: a drag changes it with every frame. */
const shortestPause = 100;
/** Without an answer for so long the connection counts as lost, ms; the server has stopped the camera by then. */
const patience = 3000;
const rest: PtzVelocity = { pan: 0, tilt: 0, zoom: 0 };

export function createPtzSteering({ http, clock, cameraId }: { readonly http: HttpClient; readonly clock: ClockPort; readonly cameraId: string }): PtzSteering {
  const steererId = randomUuid();
  const state = signal<PtzSteeringState>({ kind: 'resting' });
  let wanted = rest;
  let sent: { readonly velocity: PtzVelocity; readonly at: number } | null = null;
  let sequence = 0;
  let isUnderWay = false;
  /** After a refusal nothing is sent until it was let go: a camera that says no is not asked five times a second. */
  let isBarred = false;
  let isDisposed = false;
  let cancelNext: () => void = () => undefined;

  const send = (velocity: PtzVelocity): Promise<void> => {
    const body = { ...velocity, steererId, sequence };
    sequence += 1;
    return http.request<void>(movePtz, { parameters: { id: cameraId }, body, keepalive: true, timeout: patience });
  };
  const refuse = (error: unknown): void => {
    cancelNext();
    wanted = rest;
    sent = null;
    isBarred = true;
    state.value = { kind: 'refused', error: error instanceof WatchpostError ? error : new WatchpostError('network', { cause: error }) };
  };
  const tell = (): void => {
    const velocity = wanted;
    sent = { velocity, at: clock.monotonic() };
    isUnderWay = true;
    send(velocity).then(
      () => {
        isUnderWay = false;
        schedule();
      },
      (error: unknown) => {
        isUnderWay = false;
        // Let go meanwhile: the stop says what there is to say.
        if (isMoving()) refuse(error);
      },
    );
  };
  const isMoving = (): boolean => state.peek().kind === 'moving';
  const schedule = (): void => {
    cancelNext();
    if (isUnderWay || !isMoving()) return;
    const pause = sent?.velocity === wanted ? steeringRhythm : shortestPause;
    const wait = sent === null ? 0 : sent.at + pause - clock.monotonic();
    if (wait <= 0) tell();
    else cancelNext = clock.after(wait, tell);
  };
  const stop = (): void => {
    isBarred = false;
    if (!isMoving()) return;
    cancelNext();
    wanted = rest;
    sent = null;
    state.value = { kind: 'resting' };
    // It overtakes a movement that is under way; the numbers say which counts.
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
