import { useCallback, useSyncExternalStore } from 'react';

/** Large screens, CSS pixels (specification 1, section 9). */
const large = '(min-width: 769px)';
/** Minimum width at which a wide sidebar leaves enough space for pictures. */
const roomy = '(min-width: 1200px)';
/** Minimum width at which it leaves enough space even beside a picture with its days and events. */
const wide = '(min-width: 1600px)';

/** Whether a media query matches; updates while the component is shown. */
function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const list = matchMedia(query);
      list.addEventListener('change', onChange);
      return () => list.removeEventListener('change', onChange);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches);
}

/** Whether the screen is at least 769 px wide: it shows sidebar and menus; smaller ones show screen headers and sheets. */
export function useIsLarge(): boolean {
  return useMedia(large);
}

export function useIsRoomy(): boolean {
  return useMedia(roomy);
}

export function useIsWide(): boolean {
  return useMedia(wide);
}
