import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useParams } from 'react-router';
import { CameraAboutScreen, cameraListQuery } from '../../features/cameras/index.ts';
import { FirmwarePart } from '../../features/firmware/index.ts';
import { usePageTitle } from '../../shared/browser/hooks.ts';
import { useClient } from '../../shared/client.tsx';
import { routeOf } from '../../shared/navigation/routes.ts';
import { to } from '../../shared/navigation/targets.ts';
import { useNavigateFromHere } from '../../shared/navigation/use-is-leaving.ts';
import { ScreenHeader } from '../../shell/screen-header.tsx';
import { shellTexts } from '../../shell/shell-texts.ts';

/** /cameras/{id}/settings/about and /cameras/{id}/settings/about/check-for-updates */
export function CameraAboutRoute(): ReactNode {
  const { id = '' } = useParams();
  const isFirmwareAsked = routeOf(useLocation().pathname) === 'cameraUpdates';
  const { t } = useTranslation(['cameras-camera', shellTexts]);
  const navigate = useNavigateFromHere();
  const title = t('about');
  usePageTitle(title);
  const { data: cameras } = useQuery({ ...cameraListQuery(useClient()), refetchInterval: false });
  return (
    <>
      <ScreenHeader
        title={title}
        under={cameras?.find((one) => one.id === id)?.title ?? '\u00a0'}
        back={{ to: to.Camera(id), label: t('shell:toCamera') }}
      />
      <CameraAboutScreen
        key={id}
        cameraId={id}
        firmware={<FirmwarePart cameraId={id} isAsked={isFirmwareAsked} />}
        onRemoved={() => void navigate(to.Dashboard(), { replace: true })}
      />
    </>
  );
}
