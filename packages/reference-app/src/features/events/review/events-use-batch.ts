import { systemClock } from '@watchpost/sdk-core';
import type { CameraEvent } from '@watchpost/sdk-core';
import { useCallback, useEffect, useRef } from 'react';

/** How long events are collected, so that scrolling sends few requests, ms. */
const batchMs = 600;

/** Collects events, and passes them on together; what is left is passed on when the list goes away. */
export function useBatch(onBatch: (events: readonly CameraEvent[]) => void): (events: readonly CameraEvent[]) => void {
  const latest = useRef(onBatch);
  const collected = useRef(new Map<string, CameraEvent>());
  const cancel = useRef<(() => void) | null>(null);
  useEffect(() => {
    latest.current = onBatch;
  });
  const flush = useCallback((): void => {
    cancel.current?.();
    cancel.current = null;
    const events = [...collected.current.values()];
    collected.current.clear();
    if (events.length > 0) latest.current(events);
  }, []);
  useEffect(() => flush, [flush]);
  return useCallback(
    (events) => {
      for (const event of events) collected.current.set(event.id, event);
      cancel.current ??= systemClock.after(batchMs, flush);
    },
    [flush],
  );
}
