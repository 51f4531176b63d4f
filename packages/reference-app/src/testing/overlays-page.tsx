import '@watchpost/widgets/theme/tokens.css';
import '@watchpost/widgets/theme/primitives.css';
import '@watchpost/widgets/theme/own-colours.css';
import '../styles/base.css';
import { PrimitivesProvider } from '@watchpost/widgets/primitives';
import { createFakeClock } from '@watchpost/sdk-core/testing';
import { specimens } from '@watchpost/widgets/primitives/testing/specimens';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { createAppAround } from './app-around.tsx';
import { overlays } from './overlays.tsx';

/** Page operations that tests need beyond user input. */
export interface OverlaysPage {
  readonly names: readonly { readonly kind: 'modal' | 'popper'; readonly name: string; readonly rules: object }[];
  show(index: number): void;
  go(path: string): void;
  advance(milliseconds: number): Promise<void>;
  closed(): number;
}

const all = [...specimens.map((specimen) => ({ ...specimen, app: false })), ...overlays.map((overlay) => ({ ...overlay, app: true }))];
const clock = createFakeClock();
const around = await createAppAround('anna@example.com');

function Page(): ReactNode {
  const [{ index, path, open, closed }, setState] = useState({ index: 0, path: '/', open: false, closed: 0 });
  useEffect(() => {
    const page: OverlaysPage = {
      names: all.map(({ kind, name, ...rest }) => ({ kind, name, rules: 'rules' in rest && rest.rules !== undefined ? rest.rules : {} })),
      show: (next) => setState({ index: next, path: '/', open: false, closed: 0 }),
      go: (next) => setState((state) => ({ ...state, path: next })),
      advance: (milliseconds) => clock.advance(milliseconds),
      closed: () => closed,
    };
    Object.assign(globalThis, { overlaysPage: page });
  }, [closed]);
  const shown = all[index];
  if (!shown) return null;
  const close = (): void => setState((state) => ({ ...state, open: false, closed: state.closed + 1 }));
  const overlay = shown.kind === 'popper' ? shown.render() : open ? shown.render(close) : null;
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
        <div id="overlay">{shown.app ? around(overlay) : overlay}</div>
      </main>
    </PrimitivesProvider>
  );
}

const root = document.getElementById('root');
if (root) createRoot(root).render(<Page />);
