import { useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';

/** Further from the window than this, rows are only the room that they take, px. */
const nearby = '1200px 0px';

/** Some rows of a long list: drawn while they are near the window, so that ten thousand of them cost as much as a hundred. */
export function EventChunk({ children }: { children: ReactNode }): ReactNode {
  const place = useRef<HTMLLIElement>(null);
  /** Null: near. Otherwise the height that was measured when it went away, px. */
  const [away, setAway] = useState<number | null>(null);
  useEffect(() => {
    const element = place.current;
    if (!element || typeof IntersectionObserver === 'undefined') return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry) return;
        // Rows that have the focus stay: a person is among them.
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

/** Asks for more before the end of the list comes into the window. */
export function useSentinel(onNear: () => void): React.RefObject<HTMLDivElement | null> {
  const place = useRef<HTMLDivElement>(null);
  const call = useRef(onNear);
  useEffect(() => {
    call.current = onNear;
  });
  useEffect(() => {
    if (!place.current || typeof IntersectionObserver === 'undefined') return;
    const observer = new IntersectionObserver((entries) => entries.some(({ isIntersecting }) => isIntersecting) && call.current(), { rootMargin: '600px 0px' });
    observer.observe(place.current);
    return () => observer.disconnect();
  }, []);
  return place;
}
