import type { PtzAbilities, PtzSteering } from '@watchpost/sdk-core';
import { useEffect, useState } from 'react';
import { useClient } from '../../../shared/client.tsx';
import { createPtzHand } from './ptz-hand.ts';
import type { PtzHand } from './ptz-hand.ts';

export interface Steered {
  readonly steering: PtzSteering;
  readonly hand: PtzHand;
}

/** This page's hand on the camera, which can do the same for as long as the page shows it; it lets go when the person looks elsewhere, and when the page goes. */
export function usePtzSteering(cameraId: string, abilities: PtzAbilities): Steered {
  const client = useClient();
  const [steered] = useState<Steered>(() => {
    const steering = client.ptz.steer(cameraId);
    return { steering, hand: createPtzHand(steering, abilities) };
  });
  useEffect(() => {
    const { hand } = steered;
    const onVisibility = (): void => {
      if (document.visibilityState === 'hidden') hand.letGo();
    };
    addEventListener('blur', hand.letGo);
    addEventListener('pagehide', hand.letGo);
    document.addEventListener('visibilitychange', onVisibility);
    return () => {
      removeEventListener('blur', hand.letGo);
      removeEventListener('pagehide', hand.letGo);
      document.removeEventListener('visibilitychange', onVisibility);
      hand.letGo();
    };
  }, [steered]);
  return steered;
}
