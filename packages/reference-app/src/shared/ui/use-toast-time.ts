import { usePrimitives } from '@watchpost/widgets/primitives';
import { useEffect, useRef } from 'react';
import type { RefObject } from 'react';

/** Milliseconds after which a toast that was hovered, focused or out of sight is asked again. */
const again = 1000;

/**
 * Calls `onEnd` when a toast has been seen for `duration` milliseconds. The time stands still while the pointer or the focus
 * is on it, while the page is hidden, and while a dialog lies over it.
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
      return document.hidden || document.querySelector('dialog[open]') !== null || (toast !== null && (toast.matches(':hover') || toast.contains(document.activeElement)));
    };
    const step = (length: number): void => {
      cancel = clock.after(length, () => {
        if (!isHeld()) left -= length;
        if (left <= 0) end.current();
        else step(Math.min(again, left));
      });
    };
    step(Math.min(again, left));
    return () => cancel();
  }, [element, duration, clock]);
}
