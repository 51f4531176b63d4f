import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigation } from 'react-router';

/** A thin line at the top while the code of the next screen is on its way; one that comes quickly is never announced. */
export function NavigationProgress(): ReactNode {
  const { t } = useTranslation();
  if (useNavigation().state === 'idle') return null;
  return (
    <div className="navigation-progress wp-progress-bar wp-progress-unknown" role="progressbar" aria-label={t('common.loading')}>
      <span />
    </div>
  );
}
