import { systemClock } from '@watchpost/sdk-core';
import { useEffect } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { prepareSignIn, SignInScreen } from '../features/session/index.ts';
import { usePageTitle } from '../shared/browser/hooks.ts';
import { loadCode } from '../shared/browser/load-code.ts';
import { paths } from '../shared/navigation/paths.ts';
import type { RouteSource } from '../shared/ui/primitives-root.tsx';
import { clientCore } from './client-core.ts';
import type { ShowPage } from './page-frame.tsx';
import { watchSession } from './session-watch.ts';

const loadApp = () => import('./app.tsx');
/** Stands in for the router, which has not loaded yet: the page has only one address. */
const noRouter: RouteSource = { state: { location: { pathname: paths.signIn } }, subscribe: () => () => {} };

/**
 * Shows the sign-in page without the app around it: neither the router nor the features are loaded for it.
 * Once the user is signed in, the app continues in the same place.
 */
export function startSignIn(show: ShowPage): void {
  const stop = watchSession(clientCore.session, systemClock, { onExpired: () => {}, onChangedElsewhere: () => location.reload() });
  const onSignedIn = async (): Promise<void> => {
    const { continueInApp } = await loadCode(loadApp);
    stop();
    await continueInApp(show);
  };
  const open = (): void => show({ client: clientCore, router: noRouter, content: <SignInPage onSignedIn={onSignedIn} /> });
  // The page is of use without its second step, too.
  prepareSignIn().then(open, open);
}

function SignInPage({ onSignedIn }: { readonly onSignedIn: () => Promise<void> }): ReactNode {
  const { t } = useTranslation('session');
  usePageTitle(t('title'));
  // Most users open the dashboard next. Its code loads while they look for the e-mail message.
  useEffect(
    () => void Promise.all([loadApp(), import('../shell/shell.tsx'), import('../routes/dashboard.tsx')]).catch(() => undefined),
    [],
  );
  return <SignInScreen onSignedIn={onSignedIn} />;
}
