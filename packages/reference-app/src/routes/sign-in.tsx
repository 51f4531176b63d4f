import { useEffect } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import { safePath } from '../shared/navigation/safe-path.ts';
import { SignInScreen } from '../features/session/index.ts';
import { usePageTitle } from '../shared/browser/hooks.ts';

/** /signin?returnUrl= */
export function SignInRoute(): ReactNode {
  const { t } = useTranslation('session');
  usePageTitle(t('title'));
  // Most users open the dashboard next. Its code loads while they look for the e-mail message.
  useEffect(() => void Promise.all([import('../shell/shell.tsx'), import('./dashboard.tsx')]).catch(() => undefined), []);
  const navigate = useNavigate();
  const [parameters] = useSearchParams();
  return <SignInScreen onSignedIn={() => void navigate(safePath(parameters.get('returnUrl')), { replace: true })} />;
}
