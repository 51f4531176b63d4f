import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { PhoneCameraScreen } from '../features/phone-camera/index.ts';
import { to } from '../shared/navigation/targets.ts';
import { useNavigateFromHere } from '../shared/navigation/use-is-leaving.ts';

/** /phone-camera#{token}: the phone's own page. The token is in the fragment, and is removed from the address once used. */
export function PhoneCameraRoute(): ReactNode {
  const { hash } = useLocation();
  const navigate = useNavigateFromHere();
  return <PhoneCameraScreen hash={hash} onRegistered={() => void navigate(to.PhoneCamera(), { replace: true })} />;
}
