import type { CameraStatus } from '../../../media/media-types.ts';
import type { Clock } from '../../../kernel/clock.ts';

/** Notices when a camera is away for good, and when it is back. */
export interface StatusWatch {
  /** To be called with every state that a camera gets. */
  onStatus(cameraId: string, status: CameraStatus): void;
  /** Somebody restarts the camera: that it is away for a while is no news. */
  expectAway(cameraId: string): void;
  forget(cameraId: string): void;
  /** Nothing is told any more: a server that stops hangs up on every camera. */
  close(): void;
}

export interface StatusWatchDeps {
  readonly clock: Clock;
  /** How long a camera must be away until that is told, ms. */
  readonly patience: number;
  readonly status: (cameraId: string) => CameraStatus;
  /** @param at since when, Unix ms */
  readonly onAway: (cameraId: string, at: number) => void;
  /**
   * Also after a short outage, in which somebody may have asked to be told, and at the first picture since this server started, which
   * may take back what was told before. @param at Unix ms
   */
  readonly onBack: (cameraId: string, at: number) => void;
}

/** A camera that is back for so long stays, ms. */
const returnTime = 10_000;
/** A camera that comes and goes is told of at most so often, ms. */
const quietTime = 10 * 60_000;
/** A camera that restarts, also with new firmware, is back within that, ms. */
const restartTime = 3 * 60_000;

type Phase =
  | { readonly kind: 'online' }
  /** It has gone, and may be back in a moment. */
  | { readonly kind: 'leaving'; readonly cancel: () => void }
  | { readonly kind: 'away' }
  /** It has come, and may be gone in a moment. */
  | { readonly kind: 'returning'; readonly cancel: () => void };

interface Watched {
  readonly phase: Phase;
  /** Before that it is not told that it is away, monotonic ms. */
  readonly quietUntil: number;
}

/** Cameras that this server has not seen yet are waited for in silence: after a start nobody knows whether they are away or slow. */
export function createStatusWatch({ clock, patience, status, onAway, onBack }: StatusWatchDeps): StatusWatch {
  const cameras = new Map<string, Watched>();

  const forget = (cameraId: string): void => {
    const phase = cameras.get(cameraId)?.phase;
    if (phase && 'cancel' in phase) phase.cancel();
    cameras.delete(cameraId);
  };
  /** A camera that was suspended, removed or started anew meanwhile is in another state, without having told. */
  const afterwards = (cameraId: string, wait: number, expected: CameraStatus['state'], call: () => void): (() => void) =>
    clock.after(wait, () => (status(cameraId).state === expected ? call() : forget(cameraId)));

  const leave = (cameraId: string, quietUntil: number, at: number): void => {
    const cancel = afterwards(cameraId, Math.max(patience, quietUntil - clock.monotonic()), 'offline', () => {
      cameras.set(cameraId, { phase: { kind: 'away' }, quietUntil: clock.monotonic() + quietTime });
      onAway(cameraId, at);
    });
    cameras.set(cameraId, { phase: { kind: 'leaving', cancel }, quietUntil });
  };
  const comeBack = (cameraId: string, quietUntil: number, at: number): void => {
    const cancel = afterwards(cameraId, Math.min(returnTime, patience), 'online', () => {
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
      if (known) cameras.set(cameraId, { ...known, quietUntil: Math.max(known.quietUntil, clock.monotonic() + restartTime) });
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
