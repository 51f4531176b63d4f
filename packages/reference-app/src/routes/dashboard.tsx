import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { cameraListQuery, DashboardScreen } from '../features/cameras/index.ts';
import { usePlacedCameras } from '../features/locations/index.ts';
import { useClient } from '../shared/client.tsx';
import { openDialog } from '../shell/dialogs/dialog-store.ts';
import { HeaderLogo } from '../shell/header-logo.tsx';
import { loadable } from '../shell/loadable.tsx';
import { ProfileButton } from '../shell/profile/profile-button.tsx';

// What chooses among places comes after the pictures.
const places = () => import('./dashboard-places.tsx');
const title = loadable(async () => (await places()).LocationTitle);
const rooms = loadable(async () => (await places()).RoomChips);
const noneHere = loadable(async () => (await places()).NoCamerasHere);

/** / */
export function DashboardRoute(): ReactNode {
  const { t } = useTranslation();
  const { data: cameras } = useQuery(cameraListQuery(useClient()));
  const { shown, hasRooms } = usePlacedCameras(cameras);
  return (
    <DashboardScreen
      logo={<HeaderLogo />}
      profile={<ProfileButton />}
      onShare={() => openDialog('share')}
      title={<title.Shown waiting={t('cameras.title')}>{(LocationTitle) => <LocationTitle />}</title.Shown>}
      filters={
        hasRooms ? (
          <div className="dashboard-filters">{cameras ? <rooms.Shown>{(RoomChips) => <RoomChips cameras={cameras} />}</rooms.Shown> : null}</div>
        ) : null
      }
      shown={shown}
      noneHere={<noneHere.Shown>{(NoCamerasHere) => <NoCamerasHere />}</noneHere.Shown>}
    />
  );
}
