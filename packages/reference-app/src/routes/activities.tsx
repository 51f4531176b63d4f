import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ActivitiesScreen } from '../features/events/index.ts';
import { LocationSelect, useCameraPlaces, useCamerasOfLocation } from '../features/locations/index.ts';
import { TelegramBanner } from '../features/telegram/index.ts';
import { usePageTitle } from '../shared/browser/hooks.ts';
import { ScreenHeader } from '../shell/screen-header.tsx';
import { shellTexts } from '../shell/shell-texts.ts';

/** /activities */
export function ActivitiesRoute(): ReactNode {
  const { t } = useTranslation(shellTexts);
  const { locationId, cameras, showAll } = useCamerasOfLocation();
  const { roomOf, namesOf } = useCameraPlaces();
  usePageTitle(t('activities'));
  return (
    <>
      <ScreenHeader title={t('activities')} />
      <ActivitiesScreen
        locations={<LocationSelect />}
        camerasInLocation={cameras}
        locationId={locationId}
        placeOf={roomOf}
        placeNamesOf={namesOf}
        onAllLocations={showAll}
        offer={(alertsInBrowser) => <TelegramBanner otherwise={alertsInBrowser} />}
      />
    </>
  );
}
