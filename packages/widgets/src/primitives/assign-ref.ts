import type { Ref } from 'react';

/** Assigns an element to a ref of either of React's two kinds. */
export function assignRef<Element>(ref: Ref<Element> | undefined, element: Element | null): void {
  if (typeof ref === 'function') ref(element);
  else if (ref) ref.current = element;
}
