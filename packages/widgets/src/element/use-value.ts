import type { ReadonlySignal } from '@preact/signals-core';
import { useEffect, useState } from 'react';

/**
 * A signal's value; the component renders again when it changes. The same few lines serve React and Preact,
 * so neither binding package is needed.
 */
export function useValue<T>(signal: ReadonlySignal<T>): T {
  const [, render] = useState({});
  useEffect(() => {
    const shown = signal.peek();
    return signal.subscribe((value) => {
      if (value !== shown) render({});
    });
  }, [signal, signal.peek()]);
  return signal.peek();
}
