import '../../theme/tokens.css';
import '../../theme/primitives.css';
import { createFakeClock } from '@watchpost/sdk-core/testing';
import { createElement, render } from 'preact';
import type { ComponentType } from 'preact';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { PrimitivesProvider } from '../settings.tsx';
import { Controls, specimens } from './specimens.tsx';

const clock = createFakeClock();

/** The specimens in Preact: the same page as the app's overlays-page.tsx is in React. */
function Page(): ReactNode {
  const [{ index, path, open, closed }, setState] = useState({ index: 0, path: '/', open: false, closed: 0 });
  useEffect(() => {
    Object.assign(globalThis, {
      overlaysPage: {
        names: specimens.map(({ kind, name, rules = {} }) => ({ kind, name, rules })),
        show: (next: number) => setState({ index: next, path: '/', open: false, closed: 0 }),
        go: (next: string) => setState((state) => ({ ...state, path: next })),
        advance: (milliseconds: number) => clock.advance(milliseconds),
        closed: () => closed,
      },
    });
  }, [closed]);
  const shown = specimens[index];
  if (!shown) return null;
  const close = (): void => setState((state) => ({ ...state, open: false, closed: state.closed + 1 }));
  return (
    <PrimitivesProvider clock={clock} routeKey={path}>
      <main style={{ minHeight: '300vh', padding: '200px' }} key={index}>
        <button type="button" id="outside">
          outside
        </button>
        {shown.kind === 'modal' ? (
          <button type="button" id="opener" onClick={() => setState((state) => ({ ...state, open: true }))}>
            open
          </button>
        ) : null}
        <div id="overlay">{shown.kind === 'popper' ? shown.render() : open ? shown.render(close) : null}</div>
        <Controls />
      </main>
    </PrimitivesProvider>
  );
}

const root = document.getElementById('root');
// The components are typed for React; on this page they are Preact's.
if (root) render(createElement(Page as unknown as ComponentType, null), root);
