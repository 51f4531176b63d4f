/** What the components use of React, from Preact: in the elements' build the name `react` means this file. No compat layer, 4 KB less. */
import { Component, createElement } from 'preact';
import type { ComponentClass, FunctionComponent, VNode } from 'preact';

export { createContext, Fragment } from 'preact';
export { useCallback, useContext, useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';

/** Renders again only with another value of a prop: Preact itself has this in its compat layer. */
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
