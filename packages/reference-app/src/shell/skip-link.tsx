import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { buttonClass } from '../shared/ui/button.tsx';
import { shellTexts } from './shell-texts.ts';

/** The first Tab stop: skips the navigation and moves focus to the screen's content. */
export function SkipLink(): ReactNode {
  const { t } = useTranslation(shellTexts);
  return (
    <a className={`skip ${buttonClass({})}`} href="#main">
      {t('skip')}
    </a>
  );
}
