import { Skeleton } from '@watchpost/widgets/primitives';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { landingTexts } from './sharing-landing-texts.ts';

/** Holds the invitation's place while it loads. */
export function LandingSkeleton(): ReactNode {
  const { t } = useTranslation(landingTexts);
  return (
    <div className="landing-invitation" aria-busy="true">
      <p className="visually-hidden" role="status">
        {t('loading')}
      </p>
      <div className="landing-pictures">
        <div className="landing-picture landing-picture-loading" />
      </div>
      <div className="landing-words landing-words-loading">
        <Skeleton width="60%" />
        <Skeleton width="90%" />
        <Skeleton width="100%" />
        <Skeleton width="80%" />
      </div>
    </div>
  );
}
