import { callEvery, systemClock } from '@watchpost/sdk-core';
import type { CameraPlayerHandle } from '@watchpost/widgets/react';
import { useEffect, useState } from 'react';

/** The player reports its position four times a second; boxes are drawn more often. */
const stepMs = 80;

/** Returns when the picture on the screen was taken, Unix ms; null until the player knows. */
export function useShownAt(player: CameraPlayerHandle | null): number | null {
  const [shownAt, setShownAt] = useState<number | null>(null);
  useEffect(() => {
    if (!player) return;
    let reported: { readonly position: number; readonly at: number } | null = null;
    const unfollow = player.controller.position.subscribe((position) => {
      reported = position === null ? null : { position, at: systemClock.monotonic() };
    });
    const stop = callEvery(systemClock, stepMs, () =>
      setShownAt(reported && Math.round(reported.position + systemClock.monotonic() - reported.at)),
    );
    return () => {
      unfollow();
      stop();
      setShownAt(null);
    };
  }, [player]);
  return shownAt;
}
