import { useRef } from 'react';

/** An event as React and as Preact hand it over. */
interface HandedEvent {
  readonly nativeEvent?: Event;
}

/** Tells whether an event comes for the first time: React gives one `input` of the browser to `onInput` and to `onChange`. */
export function useOnce(): (event: HandedEvent) => boolean {
  const last = useRef<unknown>(null);
  return (event) => {
    const native = event.nativeEvent ?? event;
    if (last.current === native) return false;
    last.current = native;
    return true;
  };
}
