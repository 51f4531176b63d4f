import { useEffect, useLayoutEffect, useRef, useState } from 'react';

/** What a signal is for a component: its value, and when it changes. */
export interface Readable<T> {
  peek(): T;
  subscribe(listener: (value: T) => void): () => void;
}

/**
 * A signal's value; the component renders again when it changes. The same few lines serve React and Preact,
 * so neither binding package is needed.
 */
export function useValue<T>(signal: Readable<T>): T {
  const [, render] = useState({});
  const value = signal.peek();
  const shown = useRef(value);
  useLayoutEffect(() => {
    shown.current = value;
  });
  // Compared with what was rendered: a change between render and effect is seen too.
  useEffect(() => signal.subscribe((next) => {
    if (next !== shown.current) render({});
  }), [signal]);
  return value;
}
