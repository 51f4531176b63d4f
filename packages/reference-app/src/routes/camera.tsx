import { WatchpostProvider } from '@watchpost/widgets/react';
import type { ReactNode } from 'react';
import { useNavigate, useParams } from 'react-router';
import { CameraScreen } from '../features/cameras/index.ts';
import { useClient } from '../shared/client.tsx';
import { currentLocale } from '../shared/i18n/i18n.ts';
import { ProfileMenu } from '../shell/profile-menu.tsx';

/** /cameras/{id}?t= */
export function CameraRoute(): ReactNode {
  const { id = '' } = useParams();
  const navigate = useNavigate();
  const client = useClient();
  return (
    <WatchpostProvider client={client} locale={currentLocale()}>
      <CameraScreen key={id} cameraId={id} profile={<ProfileMenu />} onRemoved={() => void navigate('/', { replace: true })} />
    </WatchpostProvider>
  );
}
