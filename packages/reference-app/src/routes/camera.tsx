import type { ReactNode } from 'react';
import { useNavigate, useParams } from 'react-router';
import { CameraScreen } from '../features/cameras/index.ts';
import { to } from '../shared/navigation/targets.ts';
import { ProfileButton } from '../shell/profile/profile-button.tsx';

/** /cameras/{id}?t= */
export function CameraRoute(): ReactNode {
  const { id = '' } = useParams();
  const navigate = useNavigate();
  return <CameraScreen key={id} cameraId={id} profile={<ProfileButton />} onRemoved={() => void navigate(to.Dashboard(), { replace: true })} />;
}
