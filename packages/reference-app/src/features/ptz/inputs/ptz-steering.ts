import type { PtzAbilities, PtzSteering } from '@watchpost/sdk-core';
import { useEffect, useMemo, useState } from 'react';
import { useClient } from '../../../shared/client.tsx';
import { createPtzHand } from './ptz-hand.ts';
import type { PtzHand } from './ptz-hand.ts';

export interface Steered {
  readonly steering: PtzSteering;
  readonly hand: PtzHand;
}

/** This page's hand on the camera, which can do the same for as long as the page shows it; it lets go when the person looks elsewhere, and when the page goes. Null until its code is here. */
export function usePtzSteering(cameraId: string, abilities: PtzAbilities): Steered | null {
  const client = useClient();
  const [steering, setSteering] = useState<PtzSteering | null>(null);
  useEffect(() => {
    let isGone = false;
    let mine: PtzSteering | null = null;
    const take = async (): Promise<void> => {
      const taken = await client.ptz.steer(cameraId);
      if (isGone) return;
      mine = taken;
      setSteering(taken);
    };
    void take();
    return () => {
      isGone = true;
      mine?.dispose();
    };
  }, [client, cameraId]);
  const { canPan, canTilt, canZoom } = abilities;
  const hand = useMemo(() => steering && createPtzHand(steering, { canPan, canTilt, canZoom }), [steering, canPan, canTilt, canZoom]);
  useEffect(() => {
    if (!hand) return;
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
  }, [hand]);
  return useMemo(() => steering && hand && { steering, hand }, [steering, hand]);
}
