import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { usePageTitle } from '../shared/browser/hooks.ts';
import { to } from '../shared/navigation/targets.ts';
import { buttonClass } from '../shared/ui/button.tsx';
import { EmptyState } from '../shared/ui/empty-state.tsx';
import { shellTexts } from './shell-texts.ts';

/** A page that explains why its address shows nothing, and links to the cameras. */
export function MissingPage({ title, text }: { readonly title: string; readonly text: string }): ReactNode {
  const { t } = useTranslation(shellTexts);
  usePageTitle(title);
  return (
    <EmptyState broken level="h1" title={title} text={text}>
      <Link to={to.Dashboard()} className={buttonClass({ look: 'primary' })}>
        {t('toCameras')}
      </Link>
    </EmptyState>
  );
}
