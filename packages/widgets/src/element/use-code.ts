import { systemClock } from '@watchpost/sdk-core';
import { useEffect, useState } from 'react';

/** ms */
const tryAgain = 2_000;

/**
 * Code that comes after the picture; null until it is there. While the network is away it is asked for again.
 * @param load the same function at every render
 * @param isDue it is fetched from now on
 * @example const loadTimeline = () => import('./timeline/timeline.tsx'); … const timeline = useCode(loadTimeline);
 */
export function useCode<Module extends object>(load: () => Promise<Module>, isDue = true): Module | null {
  const [code, setCode] = useState<Module | null>(null);
  useEffect(() => {
    if (!isDue) return;
    let wanted = true;
    const fetchIt = (): void => void load().then((module) => wanted && setCode(module), () => systemClock.after(tryAgain, () => wanted && fetchIt()));
    fetchIt();
    return () => void (wanted = false);
  }, [load, isDue]);
  return code;
}
