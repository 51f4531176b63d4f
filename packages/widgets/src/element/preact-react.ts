/** The part of React's API that the components use, from Preact: in the elements' build `react` means this file. Without the compat layer it is 4 KB smaller. */
import { Component, createElement } from 'preact';
import type { ComponentClass, FunctionComponent, VNode } from 'preact';

export { createContext, Fragment } from 'preact';
export { useCallback, useContext, useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';

/** Skips rendering while all props stay the same. Preact has this only in its compat layer. */
export function memo<P extends object>(type: FunctionComponent<P>): ComponentClass<P> {
  return class extends Component<P> {
    override shouldComponentUpdate(next: Readonly<P>): boolean {
      const before = new Map(Object.entries(this.props));
      const after = Object.entries(next);
      return after.length !== before.size || after.some(([name, value]) => before.get(name) !== value);
    }
    override render(): VNode<P> {
      return createElement(type, this.props);
    }
  };
}
