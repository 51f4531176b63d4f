import type { PtzAbilities, PtzSteering } from '@watchpost/sdk-core';
import { useEffect, useMemo, useState } from 'react';
import { useClient } from '../../../shared/client.tsx';
import { createPtzGestureController } from './ptz-gesture-controller.ts';
import type { PtzGestureController } from './ptz-gesture-controller.ts';

export interface Steered {
  readonly steering: PtzSteering;
  readonly controller: PtzGestureController;
}

/** Controls the camera from this page while it is shown. All inputs are released when the user switches away or leaves. Null until its code is loaded. */
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
  const controller = useMemo(
    () => steering && createPtzGestureController(steering, { canPan, canTilt, canZoom }),
    [steering, canPan, canTilt, canZoom],
  );
  useEffect(() => {
    if (!controller) return;
    const onVisibility = (): void => {
      if (document.visibilityState === 'hidden') controller.releaseAll();
    };
    addEventListener('blur', controller.releaseAll);
    addEventListener('pagehide', controller.releaseAll);
    document.addEventListener('visibilitychange', onVisibility);
    return () => {
      removeEventListener('blur', controller.releaseAll);
      removeEventListener('pagehide', controller.releaseAll);
      document.removeEventListener('visibilitychange', onVisibility);
      controller.releaseAll();
    };
  }, [controller]);
  return useMemo(() => steering && controller && { steering, controller }, [steering, controller]);
}
