import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { DeviceCodeScreen, deviceCodeTitle } from '../features/session/index.ts';
import { usePageTitle } from '../shared/browser/hooks.ts';
import { to } from '../shared/navigation/targets.ts';
import { useNavigateFromHere } from '../shared/navigation/use-is-leaving.ts';

/** /device?code= */
export function DeviceRoute(): ReactNode {
  const navigate = useNavigateFromHere();
  const [parameters] = useSearchParams();
  usePageTitle(deviceCodeTitle());
  return <DeviceCodeScreen code={parameters.get('code')} onDecided={() => void navigate(to.Device(), { replace: true })} />;
}
