import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ActivitiesScreen } from '../features/events/index.ts';
import { LocationSelect, useCamerasOfLocation } from '../features/locations/index.ts';
import { usePageTitle } from '../shared/browser/hooks.ts';
import { openDialog } from '../shell/dialogs/dialog-store.ts';
import { ScreenHeader } from '../shell/screen-header.tsx';

/** /activities */
export function ActivitiesRoute(): ReactNode {
  const { t } = useTranslation();
  const { locationId, cameras, showAll } = useCamerasOfLocation();
  usePageTitle(t('shell.activities'));
  return (
    <>
      <ScreenHeader title={t('shell.activities')} />
      <ActivitiesScreen onNotify={() => openDialog('telegram')} locations={<LocationSelect />} camerasInLocation={cameras} locationId={locationId} onAllLocations={showAll} />
    </>
  );
}
