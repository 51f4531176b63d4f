import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigation } from 'react-router';
import { commonTexts } from '../shared/i18n/common-texts.ts';

/** A thin line at the top while the next screen's code loads; quick loads show none. */
export function NavigationProgress(): ReactNode {
  const { t } = useTranslation(commonTexts);
  if (useNavigation().state === 'idle') return null;
  return (
    <div className="navigation-progress wp-progress-bar wp-progress-unknown" role="progressbar" aria-label={t('loading')}>
      <span />
    </div>
  );
}
