import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { cameraListQuery, RemoveDialog } from '../features/cameras/index.ts';
import { ManageAccessScreen, manageAccessTitle } from '../features/sharing/index.ts';
import { usePageTitle } from '../shared/browser/hooks.ts';
import { useClient } from '../shared/client.tsx';
import { to } from '../shared/navigation/targets.ts';
import { useNavigateFromHere } from '../shared/navigation/use-is-leaving.ts';
import { ScreenHeader } from '../shell/screen-header.tsx';
import { shellTexts } from '../shell/shell-texts.ts';

/** /cameras/{id}/settings/manage-access */
export function ManageAccessRoute(): ReactNode {
  const { id = '' } = useParams();
  const { t } = useTranslation(shellTexts);
  const navigate = useNavigateFromHere();
  const [actions, setActions] = useState<HTMLElement | null>(null);
  const title = manageAccessTitle();
  usePageTitle(title);
  const { data: cameras } = useQuery({ ...cameraListQuery(useClient()), refetchInterval: false });
  return (
    <>
      <ScreenHeader
        title={title}
        under={cameras?.find((one) => one.id === id)?.title ?? '\u00a0'}
        back={{ to: to.Camera(id), label: t('toCamera') }}
      >
        <div className="head-actions" ref={setActions} />
      </ScreenHeader>
      <ManageAccessScreen
        key={id}
        cameraId={id}
        actions={actions}
        leave={(camera, onClose) => (
          <RemoveDialog camera={camera} onClose={onClose} onRemoved={() => void navigate(to.Dashboard(), { replace: true })} />
        )}
      />
    </>
  );
}
