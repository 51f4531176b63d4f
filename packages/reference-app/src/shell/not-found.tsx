import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { usePageTitle } from '../shared/browser/hooks.ts';
import { to } from '../shared/navigation/targets.ts';
import { buttonClass } from '../shared/ui/button.tsx';
import { EmptyState } from '../shared/ui/empty-state.tsx';

/** Every other address; public. */
export function NotFound(): ReactNode {
  const { t } = useTranslation();
  usePageTitle(t('shell.notFoundTitle'));
  return (
    <EmptyState broken level="h1" title={t('shell.notFoundTitle')} text={t('shell.notFoundText')}>
      <Link to={to.Dashboard()} className={buttonClass({ look: 'primary' })}>
        {t('shell.toCameras')}
      </Link>
    </EmptyState>
  );
}
