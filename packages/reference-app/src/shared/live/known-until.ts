import { useSignals } from '@preact/signals-react/runtime';
import { WatchpostError, systemClock } from '@watchpost/sdk-core';
import { useEffect, useState } from 'react';
import { useClient } from '../client.tsx';

/** Maximum time of a request when only the live connection was lost, ms. */
const maxReconnectRequestMs = 500;
/** States that nobody has confirmed for this long are not claimed any more, ms: two requests in a row hang, and fail only minutes later. */
const maxAgeMs = 25_000;

/** What is known about the states of cameras; times in Unix milliseconds. */
export interface Knowledge {
  /** The live connection pushes every change. */
  readonly isOpen: boolean;
  /** When the live connection was lost; null: it is open, or never was. */
  readonly lostAt: number | null;
  /** It was lost long enough ago for a request to be answered. */
  readonly isSettled: boolean;
  /** The last answer is too old to be still true. */
  readonly isOutdated: boolean;
  /** When the server last answered. */
  readonly answeredAt: number;
  /** The server cannot be reached. */
  readonly isUnreachable: boolean;
}

/** Returns until when the visible states were true; null while they are. */
export function knownUntil({ isOpen, lostAt, isSettled, isOutdated, answeredAt, isUnreachable }: Knowledge): number | null {
  if (isOpen) return null;
  const isUnanswered = lostAt !== null && answeredAt < lostAt && isSettled;
  return isUnanswered || isUnreachable || isOutdated ? Math.max(lostAt ?? 0, answeredAt) : null;
}

interface Answer {
  readonly dataUpdatedAt: number;
  readonly error: Error | null;
  readonly failureReason: Error | null;
}

/** Returns until when the states in this response were true; null while they are, so that no camera looks online when its state is unknown. */
export function useKnownUntil({ dataUpdatedAt, error, failureReason }: Answer): number | null {
  const { events, serverNow } = useClient();
  const live = events.live();
  useSignals();
  const isOpen = live.state.value === 'open';
  const lostAt = live.lostAt.value;
  const [settledFor, setSettledFor] = useState<number | null>(null);
  useEffect(() => (lostAt === null ? undefined : systemClock.after(maxReconnectRequestMs, () => setSettledFor(lostAt))), [lostAt]);
  const [outdatedFor, setOutdatedFor] = useState<number | null>(null);
  useEffect(() => (dataUpdatedAt === 0 ? undefined : systemClock.after(maxAgeMs, () => setOutdatedFor(dataUpdatedAt))), [dataUpdatedAt]);
  const reason = error ?? failureReason;
  const isUnreachable = reason instanceof WatchpostError && reason.code === 'network';
  // Queries note this device's time; it is compared with the server's, and shown beside it.
  const answeredAt = dataUpdatedAt + serverNow() - systemClock.now();
  return knownUntil({
    isOpen,
    lostAt,
    isSettled: settledFor === lostAt,
    isOutdated: outdatedFor === dataUpdatedAt,
    answeredAt,
    isUnreachable,
  });
}
