import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { cameraListQuery, DashboardScreen } from '../features/cameras/index.ts';
import { usePlacedCameras } from '../features/locations/index.ts';
import { useClient } from '../shared/client.tsx';
import { withClient } from '../shared/with-client.ts';
import { loadable } from '../shell/loadable.tsx';
import { ProfileButton } from '../shell/profile/profile-button.tsx';
import { HeaderNotice } from '../shell/profile/profile-notice.tsx';

// The place filters load after the pictures.
const places = () => import('./dashboard-places.tsx');
const title = loadable(async () => (await places()).LocationTitle);
const rooms = loadable(async () => (await places()).RoomChips);
const share = loadable(() => withClient(async () => (await import('../features/sharing/index.ts')).ShareDialogLoader));
const noneHere = loadable(async () => (await places()).NoCamerasHere);

/** / */
export function DashboardRoute(): ReactNode {
  const { t } = useTranslation('cameras');
  const { data: cameras } = useQuery(cameraListQuery(useClient()));
  const { shown, hasRooms } = usePlacedCameras(cameras);
  const [isSharing, setSharing] = useState(false);
  return (
    <>
      <DashboardScreen
        profile={
          <>
            <HeaderNotice />
            <ProfileButton />
          </>
        }
        title={<title.Shown waiting={t('title')}>{(LocationTitle) => <LocationTitle />}</title.Shown>}
        filters={
          hasRooms ? (
            <div className="dashboard-filters">
              {cameras ? <rooms.Shown>{(RoomChips) => <RoomChips cameras={cameras} />}</rooms.Shown> : null}
            </div>
          ) : null
        }
        shown={shown}
        noneHere={<noneHere.Shown>{(NoCamerasHere) => <NoCamerasHere />}</noneHere.Shown>}
        onShare={() => setSharing(true)}
      />
      {isSharing ? (
        <share.Shown>{(ShareDialogLoader) => <ShareDialogLoader cameraIds={[]} onClose={() => setSharing(false)} />}</share.Shown>
      ) : null}
    </>
  );
}
