import { capabilities, systemClock } from '@watchpost/sdk-core';
import type { Capabilities, CapabilityCamera, Grant } from '@watchpost/sdk-core';
import { useEffect, useState } from 'react';
import { useServerNow } from '../../../shared/live/capabilities.ts';

/** Browsers fire longer timers at once. */
const maxTimerMs = 2 ** 31 - 1;

/** Returns what a guest can do with a camera now; it changes by itself when hours begin or end, and when the access does. */
export function useGuestCapabilities(camera: CapabilityCamera, grant: Grant): Capabilities {
  const serverNow = useServerNow();
  const [now, setNow] = useState(serverNow);
  const current = capabilities(camera, { kind: 'guest' }, grant, now);
  const { changesAt } = current;
  useEffect(() => {
    if (changesAt === null) return;
    const waitMs = Math.min(Math.max(0, changesAt - serverNow()), maxTimerMs);
    return systemClock.after(waitMs, () => setNow(serverNow()));
  }, [changesAt, now, serverNow]);
  return current;
}
