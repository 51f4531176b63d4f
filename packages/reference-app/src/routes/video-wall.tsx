import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { cameraListQuery } from '../features/cameras/index.ts';
import { useOrderedCameras } from '../features/locations/index.ts';
import { VideoWallScreen } from '../features/video-wall/index.ts';
import { usePageTitle } from '../shared/browser/hooks.ts';
import { useClient } from '../shared/client.tsx';
import { to } from '../shared/navigation/targets.ts';
import { shellTexts } from '../shell/shell-texts.ts';

/** /video-wall: always dark, without navigation. */
export function VideoWallRoute(): ReactNode {
  const { t } = useTranslation(shellTexts);
  const navigate = useNavigate();
  const cameras = useOrderedCameras(useQuery(cameraListQuery(useClient())).data);
  usePageTitle(t('videoWall'));
  return (
    <main className="wall-page" id="main">
      <h1 className="wp-hidden">{t('videoWall')}</h1>
      <VideoWallScreen
        cameras={cameras ?? null}
        onBack={() => void navigate(to.Dashboard())}
        onAddCamera={() => void navigate(to.AddCamera())}
      />
    </main>
  );
}
