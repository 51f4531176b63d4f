import { useEffect, useMemo, useState } from 'react';

export interface Fullscreen {
  readonly isFull: boolean;
  readonly enter: () => void;
  readonly leave: () => void;
}

/** Whether an element is full screen. From inside a shadow root the document names only the host; the root names the element. */
export function useFullscreen(element: { readonly current: HTMLElement | null }, onLeave: () => void): Fullscreen {
  const [isFull, setFull] = useState(false);
  useEffect(() => {
    const onChange = (): void => {
      const root = element.current?.getRootNode();
      const next =
        (root instanceof ShadowRoot ? root.fullscreenElement : document.fullscreenElement) === element.current && element.current !== null;
      setFull(next);
      if (!next) onLeave();
    };
    document.addEventListener('fullscreenchange', onChange);
    return () => document.removeEventListener('fullscreenchange', onChange);
  }, [element, onLeave]);
  return useMemo(
    () => ({
      isFull,
      enter: () => void element.current?.requestFullscreen().catch(() => {}),
      leave: () => {
        if (document.fullscreenElement) void document.exitFullscreen();
      },
    }),
    [element, isFull],
  );
}
