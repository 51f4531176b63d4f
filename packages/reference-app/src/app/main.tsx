import { systemClock } from '@watchpost/sdk-core';
import '@watchpost/widgets/theme/fonts.css';
import '@watchpost/widgets/theme/tokens.css';
import '@watchpost/widgets/theme/primitives.css';
import '../styles/base.css';
import { createRoot } from 'react-dom/client';
import type { Root } from 'react-dom/client';
import { loadCode } from '../shared/browser/load-code.ts';
import { watchStyleSheets } from '../shared/browser/style-sheets.ts';
import { applyTheme, followTheme } from '../shared/browser/theme.ts';
import { startTranslations } from '../shared/i18n/i18n.ts';
import { paths } from '../shared/navigation/paths.ts';
import { clientCore } from './client-core.ts';
import { PageFrame } from './page-frame.tsx';
import type { ShowPage } from './page-frame.tsx';
import { withBasePath, withoutBasePath } from '../shared/navigation/base-path.ts';

watchStyleSheets();
applyTheme();
followTheme();

const container = document.getElementById('root');
if (!container) throw new Error('index.html has no element #root to render the app into.');
// Not awaited here: the pages import this module's chunk, which would wait for itself.
void startPage(createRoot(container));

// Background work must not delay the first screen.
systemClock.after(1000, () => void loadBackground());

async function startPage(root: Root): Promise<void> {
  const [start] = await Promise.all([loadPage(), startTranslations()]);
  start((page) => root.render(<PageFrame {...page} />));
}

/** Loads either the sign-in page alone or the app with its router, in parallel with the texts. */
async function loadPage(): Promise<(show: ShowPage) => void> {
  const hasSession = clientCore.session.current.peek() !== null;
  let pathname = withoutBasePath(location.pathname);
  if (!hasSession) {
    if (pathname === paths.dashboard && location.search === '') {
      pathname = paths.signIn;
      history.replaceState(null, '', withBasePath(pathname));
    }
    if (pathname === paths.signIn) return (await loadCode(() => import('./sign-in-page.tsx'))).startSignIn;
  }
  // Most visits begin with this screen, so it loads in parallel with the app.
  if (pathname === paths.dashboard)
    void Promise.all([import('../shell/shell.tsx'), import('../routes/dashboard.tsx')]).catch(() => undefined);
  return (await loadCode(() => import('./app.tsx'))).startApp;
}

async function loadBackground(): Promise<void> {
  const { startBackground } = await loadCode(() => import('./background.tsx'));
  await startBackground();
}
