import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { cameraListQuery } from '../../features/cameras/index.ts';
import { ptzTitle, PtzScreen } from '../../features/ptz/index.ts';
import { usePageTitle } from '../../shared/browser/hooks.ts';
import { useClient } from '../../shared/client.tsx';
import { to } from '../../shared/navigation/targets.ts';
import { ScreenHeader } from '../../shell/screen-header.tsx';
import { shellTexts } from '../../shell/shell-texts.ts';

/** /cameras/{id}/ptz */
export function CameraControlRoute(): ReactNode {
  const { id = '' } = useParams();
  const { t } = useTranslation(shellTexts);
  const title = ptzTitle();
  usePageTitle(title);
  const { data: cameras } = useQuery({ ...cameraListQuery(useClient()), refetchInterval: false });
  return (
    <>
      <ScreenHeader
        title={title}
        under={cameras?.find((one) => one.id === id)?.title ?? '\u00a0'}
        back={{ to: to.Camera(id), label: t('toCamera') }}
      />
      <PtzScreen key={id} cameraId={id} />
    </>
  );
}
