import { alertRank, isOfStretch } from '@watchpost/contract/protocols/alerts';
import type { EventType } from '@watchpost/contract/schemas/events';
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

/** What a user was notified of at a place. Times are Unix ms. */
export interface StretchState<E> {
  readonly id: string;
  readonly count: number;
  readonly shown: E;
  readonly startedAt: number;
  readonly lastAt: number;
  /** When its message was sent last. */
  readonly sentAt: number;
}

/** What becomes of an event: the stretch that it belongs to, and its message; null when nothing is to be sent for it. */
interface StretchStep<E> {
  readonly next: StretchState<E>;
  readonly message: Stretch<E> | null;
}

/** Silent updates of one message are at least this far apart, ms: the next one says it all. */
const updateIntervalMs = 5_000;

/**
 * Adds an event that the user wants to know of to what happened at its place.
 * @param before what the user was notified of at the place last; null for nothing
 * @param isDue whether enough time has passed since the last alert of its kind
 * @returns null when it is not to be mentioned: it follows an alert too closely
 */
export function stretchAfter<E extends GroupedEvent>(
  before: StretchState<E> | null,
  event: E,
  { now, isDue }: { readonly now: number; readonly isDue: boolean },
): StretchStep<E> | null {
  if (!before || !isOfStretch(before, now)) {
    if (!isDue) return null;
    const next = { id: newId('str'), count: 1, shown: event, startedAt: now, lastAt: now, sentAt: now };
    return { next, message: { id: next.id, count: 1, shown: event, isSilent: false } };
  }
  const gain = alertRank(event.eventType) - alertRank(before.shown.eventType);
  // What matters less never sounds again: motion goes on while a person is there.
  const isSilent = gain < 0 || !isDue;
  const isBetter = gain > 0 || (gain === 0 && (!isSilent || (event.score ?? 0) > (before.shown.score ?? 0)));
  const isSent = !isSilent || now - before.sentAt >= updateIntervalMs;
  const next = {
    ...before,
    count: before.count + 1,
    shown: isBetter ? event : before.shown,
    lastAt: now,
    sentAt: isSent ? now : before.sentAt,
  };
  return { next, message: isSent ? { id: next.id, count: next.count, shown: next.shown, isSilent } : null };
}
