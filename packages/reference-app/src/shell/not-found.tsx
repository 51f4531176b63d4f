import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { MissingPage } from './missing-page.tsx';
import { shellTexts } from './shell-texts.ts';

/** Shown for every other address; public. */
export function NotFound(): ReactNode {
  const { t } = useTranslation(shellTexts);
  return <MissingPage title={t('notFoundTitle')} text={t('notFoundText')} />;
}
