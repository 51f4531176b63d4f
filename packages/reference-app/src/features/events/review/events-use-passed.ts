import { systemClock } from '@watchpost/sdk-core';
import type { CameraEvent } from '@watchpost/sdk-core';
import { createContext, useContext, useEffect, useRef } from 'react';
import type { RefObject } from 'react';
import { createPassedRow, placeOfRow } from './events-passed.ts';

/** Called with unseen events that were scrolled past; null: rows don't count as seen by scrolling. */
export const PassedContext = createContext<((events: readonly CameraEvent[]) => void) | null>(null);

/** Reports a row's unseen events once the user has looked at it and scrolled past. */
export function usePassed(row: RefObject<HTMLElement | null>, events: readonly CameraEvent[]): void {
  const onPassed = useContext(PassedContext);
  const latest = useRef({ events, onPassed });
  useEffect(() => {
    latest.current = { events, onPassed };
  });
  const isWatched = onPassed !== null && events.some(({ isSeen }) => !isSeen);
  useEffect(() => {
    const element = row.current;
    if (!isWatched || !element || typeof IntersectionObserver === 'undefined') return;
    const moved = createPassedRow(systemClock.monotonic);
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { isIntersecting, boundingClientRect, rootBounds } of entries)
          if (moved(placeOfRow(isIntersecting, boundingClientRect.top + boundingClientRect.height / 2, rootBounds?.top ?? 0)))
            latest.current.onPassed?.(latest.current.events.filter(({ isSeen }) => !isSeen));
      },
      // Half of it: what peeks over the edge is not looked at.
      { threshold: 0.5 },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [row, isWatched]);
}
