import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ActivitiesScreen } from '../features/events/index.ts';
import { LocationSelect, useCamerasOfLocation } from '../features/locations/index.ts';
import { usePageTitle } from '../shared/browser/hooks.ts';
import { ScreenHeader } from '../shell/screen-header.tsx';
import { shellTexts } from '../shell/shell-texts.ts';

/** /activities */
export function ActivitiesRoute(): ReactNode {
  const { t } = useTranslation(shellTexts);
  const { locationId, cameras, showAll } = useCamerasOfLocation();
  usePageTitle(t('activities'));
  return (
    <>
      <ScreenHeader title={t('activities')} />
      <ActivitiesScreen locations={<LocationSelect />} camerasInLocation={cameras} locationId={locationId} onAllLocations={showAll} />
    </>
  );
}
