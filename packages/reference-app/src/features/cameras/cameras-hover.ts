import { systemClock } from '@watchpost/sdk-core';
import { useEffect, useState } from 'react';
import type { PointerEvent } from 'react';

/** Hover time before a video starts, ms, so that a pointer crossing a tile starts none. */
const hoverDelayMs = 300;

interface Hover {
  /** Whether the mouse has rested long enough to be intentional. */
  readonly rests: boolean;
  readonly handlers: { onPointerEnter: (event: PointerEvent) => void; onPointerLeave: () => void };
}

/** Follows a mouse over an element. Touch does not hover: a tap opens the camera. */
export function useHover(): Hover {
  const [over, setOver] = useState(false);
  const [rests, setRests] = useState(false);
  useEffect(() => {
    if (!over) return;
    return systemClock.after(hoverDelayMs, () => setRests(true));
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
