import type { CameraEvent, SwitchableDetection } from '@watchpost/sdk-core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { SavedClips } from '../features/archive/index.ts';
import { BookmarkDialog, BookmarkList } from '../features/bookmarks/index.ts';
import { ActivitiesScreen } from '../features/events/index.ts';
import { LocationSelect, useCameraPlaces, useCamerasOfLocation } from '../features/locations/index.ts';
import { segmentOf } from '../features/smart-events/index.ts';
import { TelegramBanner } from '../features/telegram/index.ts';
import { usePageTitle } from '../shared/browser/hooks.ts';
import { to } from '../shared/navigation/targets.ts';
import { ScreenHeader } from '../shell/screen-header.tsx';
import { shellTexts } from '../shell/shell-texts.ts';

/** /activities */
export function ActivitiesRoute(): ReactNode {
  const { t } = useTranslation(shellTexts);
  const { locationId, cameras, showAll } = useCamerasOfLocation();
  const { roomOf, locationOf, namesOf } = useCameraPlaces();
  const [saving, setSaving] = useState<CameraEvent | null>(null);
  usePageTitle(t('activities'));
  return (
    <>
      <ActivitiesScreen
        head={(search) => <ScreenHeader title={t('activities')}>{search}</ScreenHeader>}
        locations={<LocationSelect />}
        camerasInLocation={cameras}
        locationId={locationId}
        placeOf={roomOf}
        areaOf={locationOf}
        placeNamesOf={namesOf}
        onAllLocations={showAll}
        onSave={setSaving}
        saved={
          <>
            <BookmarkList />
            <SavedClips />
          </>
        }
        settingsOf={settingsOf}
        offer={(alertsInBrowser) => <TelegramBanner otherwise={alertsInBrowser} />}
      />
      {saving ? <BookmarkDialog cameraId={saving.cameraId} at={saving.startAt} onClose={() => setSaving(null)} /> : null}
    </>
  );
}

function settingsOf(cameraId: string, type: SwitchableDetection): string {
  return to.SmartEvent(cameraId, segmentOf(type));
}
