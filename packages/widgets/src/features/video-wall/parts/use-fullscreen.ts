import { useEffect, useMemo, useState } from 'react';
import { coverPage, coversPage } from '../../../element/page-cover.ts';

export interface Fullscreen {
  readonly isFull: boolean;
  readonly enter: () => void;
  readonly leave: () => void;
}

/** Whether an element is full screen, or covers the page where elements can't be. From inside a shadow root the document names only the host; the root names the element. */
export function useFullscreen(element: { readonly current: HTMLElement | null }, onLeave: () => void): Fullscreen {
  const [isFull, setFull] = useState(false);
  useEffect(() => {
    const wall = element.current;
    if (!wall) return;
    const life = new AbortController();
    const onChange = (): void => {
      const root = wall.getRootNode();
      const next = coversPage(wall) || (root instanceof ShadowRoot ? root.fullscreenElement : document.fullscreenElement) === wall;
      setFull(next);
      if (!next) onLeave();
    };
    document.addEventListener('fullscreenchange', onChange, { signal: life.signal });
    wall.addEventListener('toggle', onChange, { signal: life.signal });
    return () => life.abort();
  }, [element, onLeave]);
  return useMemo(
    () => ({
      isFull,
      enter: () => {
        const wall = element.current;
        if (wall && 'requestFullscreen' in wall) void wall.requestFullscreen().catch(() => {});
        else if (wall) coverPage(wall, true);
      },
      leave: () => {
        if (element.current && coversPage(element.current)) coverPage(element.current, false);
        else if (document.fullscreenElement) void document.exitFullscreen();
      },
    }),
    [element, isFull],
  );
}
