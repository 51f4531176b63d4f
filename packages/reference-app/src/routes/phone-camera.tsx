import type { ReactNode } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { PhoneCameraScreen } from '../features/phone-camera/index.ts';
import { to } from '../shared/navigation/targets.ts';

/** /phone-camera#{token}: the phone's own page. The token is behind `#`, and gone from the address once it was used. */
export function PhoneCameraRoute(): ReactNode {
  const { hash } = useLocation();
  const navigate = useNavigate();
  return <PhoneCameraScreen hash={hash} onRegistered={() => void navigate(to.PhoneCamera(), { replace: true })} />;
}
