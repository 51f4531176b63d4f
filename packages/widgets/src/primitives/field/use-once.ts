import { useRef } from 'react';

/** An event as both React and Preact pass it. */
interface HandedEvent {
  readonly nativeEvent?: Event;
}

/** Returns whether an event is seen for the first time: React passes one `input` event to both `onInput` and `onChange`. */
export function useOnce(): (event: HandedEvent) => boolean {
  const last = useRef<unknown>(null);
  return (event) => {
    const native = event.nativeEvent ?? event;
    if (last.current === native) return false;
    last.current = native;
    return true;
  };
}
