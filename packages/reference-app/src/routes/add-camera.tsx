import { lazy, Suspense } from 'react';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { AddCameraScreen } from '../features/add-camera/index.ts';
import { useNewCameraPlace } from '../features/locations/index.ts';
import { loadCode } from '../shared/browser/load-code.ts';
import { to } from '../shared/navigation/targets.ts';
import { Spinner } from '../shared/ui/status.tsx';

const PhoneLinkScreen = lazy(async () => ({
  default: (await loadCode(() => import('../features/phone-camera/index.ts'))).PhoneLinkScreen,
}));

/** /cameras/add?step= */
export function AddCameraRoute(): ReactNode {
  const navigate = useNavigate();
  const place = useNewCameraPlace();
  return (
    <AddCameraScreen
      place={place}
      onAdded={(cameraId) => void navigate(to.Camera(cameraId), { replace: true })}
      phone={(parts) => (
        <Suspense fallback={<Spinner />}>
          <PhoneLinkScreen {...parts} />
        </Suspense>
      )}
    />
  );
}
