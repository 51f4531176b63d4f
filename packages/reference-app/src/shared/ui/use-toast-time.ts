import { usePrimitives } from '@watchpost/widgets/primitives';
import { useEffect, useRef } from 'react';
import type { RefObject } from 'react';

/** Interval at which a toast that was hovered, focused or hidden is checked again, ms. */
const recheckIntervalMs = 1000;

/**
 * Calls `onEnd` when a toast has been visible for `duration` milliseconds. The time pauses while the pointer or focus
 * is on it, while the page is hidden, and while a dialog covers it.
 */
export function useToastTime(element: RefObject<HTMLElement | null>, duration: number, onEnd: () => void): void {
  const { clock } = usePrimitives();
  const end = useRef(onEnd);
  useEffect(() => {
    end.current = onEnd;
  });
  useEffect(() => {
    let left = duration;
    let cancel: () => void;
    const isHeld = (): boolean => {
      const toast = element.current;
      return (
        document.hidden ||
        document.querySelector('dialog[open]') !== null ||
        (toast !== null && (toast.matches(':hover') || toast.contains(document.activeElement)))
      );
    };
    const step = (length: number): void => {
      cancel = clock.after(length, () => {
        if (!isHeld()) left -= length;
        if (left <= 0) end.current();
        else step(Math.min(recheckIntervalMs, left));
      });
    };
    step(Math.min(recheckIntervalMs, left));
    return () => cancel();
  }, [element, duration, clock]);
}
