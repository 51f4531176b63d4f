import { useEffect, useState } from 'react';
import type { PointerEvent } from 'react';
import { browserClock } from '../../shared/browser/clock.ts';

/** A pointer that only crosses a tile must not start a video, milliseconds. */
const hoverDelay = 300;

interface Hover {
  /** Whether the mouse has rested here long enough to mean it. */
  readonly rests: boolean;
  readonly handlers: { onPointerEnter: (event: PointerEvent) => void; onPointerLeave: () => void };
}

/** Follows a mouse over an element. Touch is no hovering: there a tap opens the camera. */
export function useHover(): Hover {
  const [over, setOver] = useState(false);
  const [rests, setRests] = useState(false);
  useEffect(() => {
    if (!over) return;
    return browserClock.after(hoverDelay, () => setRests(true));
  }, [over]);
  return {
    rests,
    handlers: {
      onPointerEnter: (event) => setOver(event.pointerType === 'mouse'),
      onPointerLeave: () => {
        setOver(false);
        setRests(false);
      },
    },
  };
}
