import { systemClock } from '@watchpost/sdk-core';
import { useEffect, useState } from 'react';

const retryAfterMs = 2_000;

/**
 * Loads code that comes after the picture; null until it is loaded. Retries while the network is down.
 * @param load must be the same function at every render
 * @param isDue loads once it is true
 * @example const loadTimeline = () => import('./timeline/timeline.tsx'); … const timeline = useCode(loadTimeline);
 */
export function useCode<Module extends object>(load: () => Promise<Module>, isDue = true): Module | null {
  const [code, setCode] = useState<Module | null>(null);
  useEffect(() => {
    if (!isDue) return;
    let wanted = true;
    const fetchIt = (): void =>
      void load().then(
        (module) => wanted && setCode(module),
        () => systemClock.after(retryAfterMs, () => wanted && fetchIt()),
      );
    fetchIt();
    return () => void (wanted = false);
  }, [load, isDue]);
  return code;
}
