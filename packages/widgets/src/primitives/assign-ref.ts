import type { Ref } from 'react';

/** Hands an element to whoever asked for it, in either of React's two ways. */
export function assignRef<Element>(ref: Ref<Element> | undefined, element: Element | null): void {
  if (typeof ref === 'function') ref(element);
  else if (ref) ref.current = element;
}
