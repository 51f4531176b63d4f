import { useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';

/** Margin around the window within which rows are rendered. */
const nearby = '1200px 0px';

/** Renders a part of a long list only near the window, so that ten thousand rows cost as much as a hundred. */
export function EventChunk({ children }: { children: ReactNode }): ReactNode {
  const place = useRef<HTMLLIElement>(null);
  /** Null while near; otherwise the height measured when it was removed, px. */
  const [away, setAway] = useState<number | null>(null);
  useEffect(() => {
    const element = place.current;
    if (!element || typeof IntersectionObserver === 'undefined') return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry) return;
        // A part that contains the focus stays rendered.
        setAway(entry.isIntersecting || element.contains(document.activeElement) ? null : entry.boundingClientRect.height);
      },
      { rootMargin: nearby },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return (
    <li ref={place} className="event-chunk" style={away === null ? undefined : { height: away }}>
      {away === null ? <ul className="event-rows">{children}</ul> : null}
    </li>
  );
}

/** Requests more rows before the end of the list becomes visible. */
export function useSentinel(onNear: () => void): React.RefObject<HTMLDivElement | null> {
  const place = useRef<HTMLDivElement>(null);
  const call = useRef(onNear);
  useEffect(() => {
    call.current = onNear;
  });
  useEffect(() => {
    if (!place.current || typeof IntersectionObserver === 'undefined') return;
    const observer = new IntersectionObserver((entries) => entries.some(({ isIntersecting }) => isIntersecting) && call.current(), {
      rootMargin: '600px 0px',
    });
    observer.observe(place.current);
    return () => observer.disconnect();
  }, []);
  return place;
}
