import { randomBytes } from 'node:crypto';
import type { Clock } from '@watchpost/contract/timing/clock';
import type { OnvifLink, OnvifMotion } from './onvif-link.ts';
import { matchesTopic, motionTopics, type MotionTopic } from './onvif-topics.ts';

/** What a recorder is sent of a camera's motion. */
export interface MotionMessage {
  readonly topic: MotionTopic;
  readonly isMoving: boolean;
  /** Unix ms. */
  readonly at: number;
  /** The state at the beginning of a subscription, or when it was asked for. */
  readonly isInitial: boolean;
}

/** A subscription to a camera's motion, from which it is pulled (ONVIF Core Specification, Real-time Pull-Point Notification Interface). */
export interface PullPoint {
  readonly id: string;
  /** How long it is kept without being asked, ms. */
  remainingMs(): number;
  /** Keeps it for this time from now on, at least. */
  extend(leaseMs: number): void;
  /** Resolves with the first message, after `waitMs`, when the signal aborts, and when it is asked again or removed. */
  wait(waitMs: number, signal: AbortSignal): Promise<void>;
  /** Returns the oldest messages, once. */
  take(limit: number): readonly MotionMessage[];
  /** Sends the present state again. */
  synchronize(): void;
  remove(): void;
}

export interface PullPoints {
  /** @param filter topics that the recorder wants, as an expression; empty for all */
  create(link: Pick<OnvifLink, 'id' | 'cameraId'>, filter: string, leaseMs: number): PullPoint;
  /** Returns a subscription of this link; null for an unknown one, and for one that has ended. */
  find(id: string | null, linkId: string): PullPoint | null;
  close(): void;
}

interface OwnPullPoint extends PullPoint {
  readonly linkId: string;
  readonly cameraId: string;
  note(message: Omit<MotionMessage, 'topic'>): void;
}

/** Limit of one link. A recorder that restarts leaves its subscriptions behind: the oldest one is replaced. */
export const maxPullPoints = 4;
/** Limit for a recorder that subscribes and never asks: the oldest messages are dropped, the newest ones have the state. */
const maxMessages = 100;

export function createPullPoints({ clock, motion }: { readonly clock: Clock; readonly motion: OnvifMotion }): PullPoints {
  const points = new Map<string, OwnPullPoint>();
  const forgetEnded = (): void => {
    for (const point of points.values()) if (point.remainingMs() <= 0) point.remove();
  };
  const stop = motion.onChange(({ cameraId, isMoving, at }) => {
    forgetEnded();
    for (const point of points.values()) if (point.cameraId === cameraId) point.note({ isMoving, at, isInitial: false });
  });

  return {
    create: ({ id: linkId, cameraId }, filter, leaseMs) => {
      forgetEnded();
      // A map is in the order of creation.
      const [oldest, ...others] = [...points.values()].filter((point) => point.linkId === linkId);
      if (others.length + 1 >= maxPullPoints) oldest?.remove();

      const id = randomBytes(10).toString('hex');
      const topics = motionTopics.filter((topic) => matchesTopic(filter, topic.path));
      const queue: MotionMessage[] = [];
      let endsAt = 0;
      let wake = (): void => undefined;
      const note = (message: Omit<MotionMessage, 'topic'>): void => {
        queue.push(...topics.map((topic) => ({ ...message, topic })));
        queue.splice(0, queue.length - maxMessages);
        if (queue.length > 0) wake();
      };
      const point: OwnPullPoint = {
        id,
        linkId,
        cameraId,
        note,
        remainingMs: () => endsAt - clock.monotonic(),
        extend: (ms) => void (endsAt = Math.max(endsAt, clock.monotonic() + ms)),
        wait: (waitMs, signal) => {
          // A client that asks twice has given up the first request.
          wake();
          if (queue.length > 0 || waitMs <= 0 || signal.aborted) return Promise.resolve();
          const { promise, resolve } = Promise.withResolvers<void>();
          const end = (): void => {
            cancel();
            signal.removeEventListener('abort', end);
            wake = () => undefined;
            resolve();
          };
          const cancel = clock.after(waitMs, end);
          wake = end;
          signal.addEventListener('abort', end);
          return promise;
        },
        take: (limit) => queue.splice(0, limit),
        synchronize: () => {
          const since = motion.since(cameraId);
          note({ isMoving: since !== null, at: since ?? clock.now(), isInitial: true });
        },
        remove: () => {
          points.delete(id);
          endsAt = 0;
          wake();
        },
      };
      points.set(id, point);
      point.extend(leaseMs);
      point.synchronize();
      return point;
    },
    find: (id, linkId) => {
      forgetEnded();
      const point = points.get(id ?? '');
      return point?.linkId === linkId ? point : null;
    },
    close: () => {
      stop();
      for (const point of points.values()) point.remove();
    },
  };
}
