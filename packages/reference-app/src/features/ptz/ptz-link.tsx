import { useQuery } from '@tanstack/react-query';
import { Joystick } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useClient } from '../../shared/client.tsx';
import { to } from '../../shared/navigation/targets.ts';
import { iconButtonClass } from '../../shared/ui/button.tsx';
import { ptzQuery } from './ptz-queries.ts';
import { text } from './ptz-texts.ts';

/** Link to PTZ control, for cameras that support it; nothing for others. */
export function PtzLink({ cameraId }: { readonly cameraId: string }): ReactNode {
  useTranslation();
  const { data } = useQuery({ ...ptzQuery(useClient(), cameraId), staleTime: 60_000 });
  if (!data?.abilities) return null;
  return (
    <Link to={to.CameraControl(cameraId)} className={iconButtonClass()} aria-label={text('open')} title={text('open')}>
      <Joystick size={24} />
    </Link>
  );
}
