import type { Clock } from '@watchpost/contract/timing/clock';
import type { OnvifMotion } from './onvif-link.ts';

interface NotedEvent {
  readonly id: string;
  readonly cameraId: string;
  /** As the contract calls it. */
  readonly type: string;
  /** Unix ms. */
  readonly startAt: number;
  readonly endAt: number | null;
}

/** The motion of cameras, for recorders: on while at least one event of the picture lasts. */
export interface MotionOfEvents extends OnvifMotion {
  note(kind: 'began' | 'picture' | 'ended', event: NotedEvent): void;
  close(): void;
}

/** A camera that detects people or vehicles may report nothing else: for a recorder, these move, too. Sounds don't. */
const moving: ReadonlySet<string> = new Set(['motion', 'human', 'vehicle', 'lineCrossing', 'intrusion']);
/** An event whose end is not reported ends then, ms; motion is reported in parts of at most 5 minutes. */
const maxEventMs = 6 * 60_000;

export function createMotionOfEvents(clock: Clock): MotionOfEvents {
  /** The lasting events of each camera: since when, Unix ms, and what cancels their timer. */
  const lasting = new Map<string, Map<string, { readonly since: number; readonly cancel: () => void }>>();
  const listeners = new Set<Parameters<OnvifMotion['onChange']>[0]>();
  const end = (cameraId: string, id: string, at: number): void => {
    const events = lasting.get(cameraId);
    events?.get(id)?.cancel();
    if (!events?.delete(id) || events.size > 0) return;
    lasting.delete(cameraId);
    for (const listener of listeners) listener({ cameraId, isMoving: false, at });
  };
  return {
    since: (cameraId) => {
      const events = lasting.get(cameraId);
      return events ? Math.min(...[...events.values()].map(({ since }) => since)) : null;
    },
    onChange: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    note: (kind, { id, cameraId, type, startAt, endAt }) => {
      if (kind === 'picture' || !moving.has(type)) return;
      if (kind === 'ended') return end(cameraId, id, endAt ?? clock.now());
      const events = lasting.get(cameraId) ?? new Map<string, { readonly since: number; readonly cancel: () => void }>();
      const isFirst = events.size === 0;
      events.get(id)?.cancel();
      const cancel = clock.after(maxEventMs, () => end(cameraId, id, clock.now()));
      lasting.set(cameraId, events.set(id, { since: startAt, cancel }));
      if (isFirst) for (const listener of listeners) listener({ cameraId, isMoving: true, at: startAt });
    },
    close: () => {
      for (const events of lasting.values()) for (const { cancel } of events.values()) cancel();
      lasting.clear();
    },
  };
}
