import { useCallback, useSyncExternalStore } from 'react';

/** Large screens begin here, CSS pixels (specification 1, section 9). */
const large = '(min-width: 769px)';
/** From here on a wide sidebar leaves enough for pictures. */
const roomy = '(min-width: 1200px)';

/** Whether a media query holds, followed while the component is shown. */
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

/** At least 769 px: sidebar and menus; below: the screens' own headers and sheets. */
export function useIsLarge(): boolean {
  return useMedia(large);
}

export function useIsRoomy(): boolean {
  return useMedia(roomy);
}
