import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { ActivitiesScreen } from '../features/events/index.ts';
import { usePageTitle } from '../shared/browser/hooks.ts';
import { to } from '../shared/navigation/targets.ts';
import { openDialog } from '../shell/dialogs/dialog-store.ts';
import { ScreenHeader } from '../shell/screen-header.tsx';

/** /activities */
export function ActivitiesRoute(): ReactNode {
  const { t } = useTranslation();
  const navigate = useNavigate();
  usePageTitle(t('shell.activities'));
  return (
    <>
      <ScreenHeader title={t('shell.activities')} />
      <ActivitiesScreen onOpen={(cameraId, at) => void navigate(to.Camera(cameraId, { at }))} onNotify={() => openDialog('telegram')} />
    </>
  );
}
