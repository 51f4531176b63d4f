import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { cameraSettingsTitle, CameraSettingsScreen } from '../../features/camera-settings/index.ts';
import { cameraListQuery } from '../../features/cameras/index.ts';
import { HomeMqttSection } from '../../features/home-mqtt/index.ts';
import { AccessSection } from '../../features/sharing/index.ts';
import { SdCardSection } from '../../features/sd-card/index.ts';
import { SmartEventsSection } from '../../features/smart-events/index.ts';
import { usePageTitle } from '../../shared/browser/hooks.ts';
import { useClient } from '../../shared/client.tsx';
import { to } from '../../shared/navigation/targets.ts';
import { ScreenHeader } from '../../shell/screen-header.tsx';
import { shellTexts } from '../../shell/shell-texts.ts';

/** /cameras/{id}/settings */
export function CameraSettingsRoute(): ReactNode {
  const { id = '' } = useParams();
  const { t } = useTranslation(shellTexts);
  const title = cameraSettingsTitle();
  usePageTitle(title);
  const { data: cameras } = useQuery({ ...cameraListQuery(useClient()), refetchInterval: false });
  return (
    <>
      <ScreenHeader
        title={title}
        under={cameras?.find((one) => one.id === id)?.title ?? '\u00a0'}
        back={{ to: to.Camera(id), label: t('toCamera') }}
      />
      <CameraSettingsScreen
        cameraId={id}
        detections={(camera) => <SmartEventsSection camera={camera} />}
        more={(camera, isManaged) => (
          <>
            {isManaged ? <SdCardSection camera={camera} /> : null}
            <HomeMqttSection camera={camera} />
            {isManaged ? <AccessSection camera={camera} /> : null}
          </>
        )}
      />
    </>
  );
}
