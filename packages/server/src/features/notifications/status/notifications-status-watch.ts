import type { Clock } from '@watchpost/contract/timing/clock';
import type { CameraStatus } from '../../../media/media-types.ts';

/** Detects when a camera is offline for longer, and when it is back. */
export interface StatusWatch {
  /** Must be called with every state of a camera. */
  onStatus(cameraId: string, status: CameraStatus): void;
  /** A user restarts the camera: a short outage is expected. */
  expectAway(cameraId: string): void;
  forget(cameraId: string): void;
  /** Ends all notifications: a stopping server disconnects every camera. */
  close(): void;
}

export interface StatusWatchDeps {
  readonly clock: Clock;
  /** How long a camera must be offline before anyone is notified; read at each outage, because operators change it. */
  readonly offlineDelayMs: number;
  readonly status: (cameraId: string) => CameraStatus;
  /** Called when a camera has been offline for the delay. @param at start of the outage, Unix ms */
  readonly onAway: (cameraId: string, at: number) => void;
  /**
   * Called on a return, including after a short outage, during which a user may have subscribed, and at the first picture since this server
   * started, which may revoke an earlier notification. @param at Unix ms
   */
  readonly onBack: (cameraId: string, at: number) => void;
}

/** A camera that has been back for this long counts as online, ms. */
const returnDelayMs = 10_000;
/** Minimum interval between outage notifications of an unstable camera, ms. */
const quietPeriodMs = 10 * 60_000;
/** A restarting camera, also with new firmware, is back within this time, ms. */
const restartGraceMs = 3 * 60_000;

type Phase =
  | { readonly kind: 'online' }
  /** It went offline, perhaps briefly. */
  | { readonly kind: 'leaving'; readonly cancel: () => void }
  | { readonly kind: 'away' }
  /** It came back, perhaps briefly. */
  | { readonly kind: 'returning'; readonly cancel: () => void };

interface Watched {
  readonly phase: Phase;
  /** No outage notification before this time, monotonic ms. */
  readonly quietUntil: number;
}

/** Watches all cameras. One that this server has not seen yet causes no notification: after a start it may be offline or just slow. */
export function createStatusWatch(deps: StatusWatchDeps): StatusWatch {
  const { clock, status, onAway, onBack } = deps;
  const cameras = new Map<string, Watched>();

  const forget = (cameraId: string): void => {
    const phase = cameras.get(cameraId)?.phase;
    if (phase && 'cancel' in phase) phase.cancel();
    cameras.delete(cameraId);
  };
  /** A camera that was suspended, removed or restarted meanwhile is in another state, without having reported it. */
  const afterwards = (cameraId: string, wait: number, expected: CameraStatus['state'], call: () => void): (() => void) =>
    clock.after(wait, () => (status(cameraId).state === expected ? call() : forget(cameraId)));

  const leave = (cameraId: string, quietUntil: number, at: number): void => {
    const cancel = afterwards(cameraId, Math.max(deps.offlineDelayMs, quietUntil - clock.monotonic()), 'offline', () => {
      cameras.set(cameraId, { phase: { kind: 'away' }, quietUntil: clock.monotonic() + quietPeriodMs });
      onAway(cameraId, at);
    });
    cameras.set(cameraId, { phase: { kind: 'leaving', cancel }, quietUntil });
  };
  const comeBack = (cameraId: string, quietUntil: number, at: number): void => {
    const cancel = afterwards(cameraId, Math.min(returnDelayMs, deps.offlineDelayMs), 'online', () => {
      cameras.set(cameraId, { phase: { kind: 'online' }, quietUntil });
      onBack(cameraId, at);
    });
    cameras.set(cameraId, { phase: { kind: 'returning', cancel }, quietUntil });
  };

  const onOnline = (cameraId: string, at: number): void => {
    const known = cameras.get(cameraId);
    if (!known) {
      cameras.set(cameraId, { phase: { kind: 'online' }, quietUntil: Number.NEGATIVE_INFINITY });
      return onBack(cameraId, at);
    }
    const { phase, quietUntil } = known;
    if (phase.kind === 'away') return comeBack(cameraId, quietUntil, at);
    if (phase.kind !== 'leaving') return;
    phase.cancel();
    cameras.set(cameraId, { phase: { kind: 'online' }, quietUntil });
    onBack(cameraId, at);
  };
  const onOffline = (cameraId: string, at: number): void => {
    const known = cameras.get(cameraId);
    if (!known) return;
    const { phase, quietUntil } = known;
    if (phase.kind === 'online') return leave(cameraId, quietUntil, at);
    if (phase.kind !== 'returning') return;
    phase.cancel();
    cameras.set(cameraId, { phase: { kind: 'away' }, quietUntil });
  };

  return {
    expectAway: (cameraId) => {
      const known = cameras.get(cameraId);
      if (known) cameras.set(cameraId, { ...known, quietUntil: Math.max(known.quietUntil, clock.monotonic() + restartGraceMs) });
    },
    onStatus: (cameraId, { state, since }) => {
      if (state === 'online') onOnline(cameraId, since);
      else if (state === 'offline') onOffline(cameraId, since);
    },
    forget,
    close: () => {
      for (const cameraId of [...cameras.keys()]) forget(cameraId);
    },
  };
}
