import { alertRank, isOfStretch } from '@watchpost/contract/protocols/alerts';
import type { EventType } from '@watchpost/contract/schemas/events';
import { maxCooldownSeconds } from '@watchpost/contract/schemas/notifications';
import type { Clock } from '@watchpost/contract/timing/clock';
import { newId } from '../../../kernel/ids.ts';

/** What a message about an event says of what happened before at the same place. */
export interface Stretch<E> {
  readonly id: string;
  /** Events so far that the user wants to know of. */
  readonly count: number;
  /** The event that the message shows: the one that matters most. */
  readonly shown: E;
  /** The user has just been notified: the message changes without a sound. */
  readonly isSilent: boolean;
}

interface GroupedEvent {
  readonly cameraId: string;
  readonly eventType: EventType;
  /** 0 to 1; absent for motion. */
  readonly score?: number | null | undefined;
}

/** Groups the events of each user by place and time; kept in memory, as a restart only begins another message. */
interface Stretches<E extends GroupedEvent> {
  /**
   * Adds an event that the user wants to know of.
   * @param place the room of the camera for this user, or the camera
   * @returns null when nothing is to be sent: it follows an alert too closely
   */
  add(event: E, customerId: string, place: string, cooldownMs: number): Stretch<E> | null;
}

interface Running<E> {
  readonly id: string;
  readonly startedAt: number;
  lastAt: number;
  /** When its message was sent last. */
  sentAt: number;
  count: number;
  shown: E;
}

/** Silent updates of one message are at least this far apart, ms: the next one says it all. */
const updateIntervalMs = 5_000;

export function createStretches<E extends GroupedEvent>({ clock }: { readonly clock: Pick<Clock, 'monotonic'> }): Stretches<E> {
  /** By user and place, the one with the oldest event first. */
  const running = new Map<string, Running<E>>();
  /** When each user was last alerted with a sound, by camera, type and user. The oldest first. */
  const alertedAt = new Map<string, number>();

  const forgetOld = (now: number): void => {
    for (const [key, stretch] of running) {
      if (isOfStretch(stretch, now)) break;
      running.delete(key);
    }
    for (const [key, at] of alertedAt) {
      if (now - at < maxCooldownSeconds * 1000) break;
      alertedAt.delete(key);
    }
  };
  /** Moves it to the end. */
  const put = <T>(map: Map<string, T>, key: string, value: T): void => {
    map.delete(key);
    map.set(key, value);
  };

  return {
    add: (event, customerId, place, cooldownMs) => {
      const now = clock.monotonic();
      forgetOld(now);
      const key = `${customerId} ${place}`;
      const known = running.get(key);
      const before = known && isOfStretch(known, now) ? known : null;
      const alertKey = `${event.cameraId} ${event.eventType} ${customerId}`;
      const isDue = now - (alertedAt.get(alertKey) ?? Number.NEGATIVE_INFINITY) >= cooldownMs;
      if (!before) {
        if (!isDue) return null;
        put(alertedAt, alertKey, now);
        const stretch = { id: newId('str'), startedAt: now, lastAt: now, sentAt: now, count: 1, shown: event };
        put(running, key, stretch);
        return { id: stretch.id, count: 1, shown: event, isSilent: false };
      }
      before.count += 1;
      before.lastAt = now;
      put(running, key, before);
      const gain = alertRank(event.eventType) - alertRank(before.shown.eventType);
      // What matters less never sounds again: motion goes on while a person is there.
      const isSilent = gain < 0 || !isDue;
      if (gain > 0 || (gain === 0 && (!isSilent || (event.score ?? 0) > (before.shown.score ?? 0)))) before.shown = event;
      if (!isSilent) put(alertedAt, alertKey, now);
      else if (now - before.sentAt < updateIntervalMs) return null;
      before.sentAt = now;
      return { id: before.id, count: before.count, shown: before.shown, isSilent };
    },
  };
}
