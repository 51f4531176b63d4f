import { useEffect, useRef, useState } from 'react';
import { useLayoutEffect } from './layout-effect.ts';

/** The part of a signal that a component uses. */
export interface Readable<T> {
  peek(): T;
  subscribe(listener: (value: T) => void): () => void;
}

/**
 * Reads a signal and renders the component again when it changes. The same few lines serve React and Preact,
 * so neither binding package is needed.
 */
export function useValue<T>(signal: Readable<T>): T {
  const [, render] = useState({});
  const value = signal.peek();
  const shown = useRef(value);
  useLayoutEffect(() => {
    shown.current = value;
  });
  // Compare with the rendered value: this catches a change between render and effect too.
  useEffect(
    () =>
      signal.subscribe((next) => {
        if (next !== shown.current) render({});
      }),
    [signal],
  );
  return value;
}
