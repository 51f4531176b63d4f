import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { usePageTitle } from '../shared/browser/hooks.ts';
import { buttonClass } from '../shared/ui/button.tsx';
import { EmptyState } from '../shared/ui/empty-state.tsx';
import { Mark } from '../shared/ui/mark.tsx';

/** Every other path; public. */
export function NotFoundRoute(): ReactNode {
  const { t } = useTranslation();
  usePageTitle(t('shell.notFoundTitle'));
  return (
    <main>
      <Link to="/" className="brand" aria-label="Watchpost">
        <Mark />
        Watchpost
      </Link>
      <EmptyState broken level="h1" title={t('shell.notFoundTitle')} text={t('shell.notFoundText')}>
        <Link to="/" className={buttonClass({ look: 'primary' })}>
          {t('shell.toCameras')}
        </Link>
      </EmptyState>
    </main>
  );
}
