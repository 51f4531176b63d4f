import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { AddCameraScreen } from '../features/add-camera/index.ts';
import { to } from '../shared/navigation/targets.ts';

/** /cameras/add */
export function AddCameraRoute(): ReactNode {
  const navigate = useNavigate();
  return <AddCameraScreen onAdded={(camera) => void navigate(to.Camera(camera.id), { replace: true })} />;
}
