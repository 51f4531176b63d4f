import { useEffect, useSyncExternalStore } from 'react';
import type { ComponentType, ReactNode } from 'react';
import { loadCode } from '../shared/browser/load-code.ts';

export interface Loadable<Props> {
  /** Fetches the code ahead of time; a failure is nobody's until it is wanted. */
  readonly preload: () => void;
  /** Shows what `children` makes of the component; `waiting` stands in its place until its code is here. */
  readonly Shown: ComponentType<{ readonly children: (component: ComponentType<Props>) => ReactNode; readonly waiting?: ReactNode }>;
}

type State<Props> = { readonly kind: 'waiting' } | { readonly kind: 'here'; readonly Component: ComponentType<Props> } | { readonly kind: 'failed'; readonly error: unknown };

/**
 * A component whose code comes when it is wanted, or a little before. Unlike React's `lazy` it is on the screen in the very frame when its
 * code is already here: `lazy` shows the fallback first, and React then keeps that for 300 ms.
 * @example const palette = loadable(async () => (await import('./palette.tsx')).Palette); … palette.preload(); … <palette.Shown>{(Palette) => <Palette onClose={close} />}</palette.Shown>
 */
export function loadable<Props>(load: () => Promise<ComponentType<Props>>): Loadable<Props> {
  let state: State<Props> = { kind: 'waiting' };
  let loading = false;
  const listeners = new Set<() => void>();
  const set = (next: State<Props>): void => {
    state = next;
    loading = false;
    for (const listener of listeners) listener();
  };
  const preload = (): void => {
    if (loading || state.kind === 'here') return;
    loading = true;
    load()
      .catch((error: unknown) => {
        // Asked for too early, it may still come when it is wanted.
        if (listeners.size === 0) throw error;
        return loadCode(load);
      })
      .then(
        (Component) => set({ kind: 'here', Component }),
        (error: unknown) => set(listeners.size === 0 ? { kind: 'waiting' } : { kind: 'failed', error }),
      );
  };
  const subscribe = (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  function Shown({ children, waiting = null }: { readonly children: (component: ComponentType<Props>) => ReactNode; readonly waiting?: ReactNode }): ReactNode {
    const current = useSyncExternalStore(subscribe, () => state);
    useEffect(preload, []);
    if (current.kind === 'waiting') return waiting;
    // The nearest route error says what to do.
    if (current.kind === 'failed') throw current.error;
    return children(current.Component);
  }
  return { preload, Shown };
}
