import { useRef } from 'react';
import { useLayoutEffect } from '../element/layout-effect.ts';

/** Always the value of the last rendering, for listeners that outlive one. */
export function useLatest<Value>(value: Value): { readonly current: Value } {
  const latest = useRef(value);
  useLayoutEffect(() => {
    latest.current = value;
  });
  return latest;
}
