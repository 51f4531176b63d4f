import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { buttonClass } from '../shared/ui/button.tsx';

/** The first stop of the Tab key: past the navigation, to what the screen is about. */
export function SkipLink(): ReactNode {
  const { t } = useTranslation();
  return (
    <a className={`skip ${buttonClass({})}`} href="#main">
      {t('shell.skip')}
    </a>
  );
}
