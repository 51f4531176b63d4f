import { useEffect, useSyncExternalStore } from 'react';
import type { ComponentType, ReactNode } from 'react';
import { loadCode, LostCode } from '../shared/browser/load-code.ts';
import { retryStyleSheets } from '../shared/browser/style-sheets.ts';
import { withTexts } from '../shared/i18n/i18n.ts';

export interface Loadable<Props> {
  /** Loads the code ahead of time; a failure has no effect until the component is shown. */
  readonly preload: () => void;
  /** Renders `children` with the component, and `waiting` until its code has loaded. */
  readonly Shown: ComponentType<{ readonly children: (component: ComponentType<Props>) => ReactNode; readonly waiting?: ReactNode }>;
}

type State<Props> =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'here'; readonly Component: ComponentType<Props> }
  | { readonly kind: 'failed'; readonly error: unknown };

/**
 * A component whose code loads when it is shown, or shortly before. Code that has loaded already is shown in the same frame:
 * React's `lazy` shows the fallback first, and React then keeps that for 300 ms.
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
    retryStyleSheets()
      .then(() => withTexts(load))
      .catch((error: unknown) => {
        // A preload is not retried until the component is shown.
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
  function Shown({
    children,
    waiting = null,
  }: {
    readonly children: (component: ComponentType<Props>) => ReactNode;
    readonly waiting?: ReactNode;
  }): ReactNode {
    const current = useSyncExternalStore(subscribe, () => state);
    useEffect(preload, []);
    if (current.kind === 'waiting') return waiting;
    if (current.kind === 'failed') {
      // The page stays unchanged, and another component offers a reload.
      if (current.error instanceof LostCode) return waiting;
      throw current.error;
    }
    return children(current.Component);
  }
  return { preload, Shown };
}
