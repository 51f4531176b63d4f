import type { ReactNode } from 'react';
import { useNavigate, useParams } from 'react-router';
import { CameraScreen } from '../features/cameras/index.ts';
import { ProfileMenu } from '../shell/profile-menu.tsx';

/** /cameras/{id}?t= */
export function CameraRoute(): ReactNode {
  const { id = '' } = useParams();
  const navigate = useNavigate();
  return <CameraScreen key={id} cameraId={id} profile={<ProfileMenu />} onRemoved={() => void navigate('/', { replace: true })} />;
}
