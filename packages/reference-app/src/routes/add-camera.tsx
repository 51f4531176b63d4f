import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { AddCameraScreen } from '../features/add-camera/index.ts';

/** /cameras/add */
export function AddCameraRoute(): ReactNode {
  const navigate = useNavigate();
  return <AddCameraScreen onAdded={(camera) => void navigate(`/cameras/${camera.id}`, { replace: true })} />;
}
