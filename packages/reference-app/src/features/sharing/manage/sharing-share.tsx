import type { Invite } from '@watchpost/sdk-core';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useRef } from 'react';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { loadCode } from '../../../shared/browser/load-code.ts';
import { useClient } from '../../../shared/client.tsx';
import { to } from '../../../shared/navigation/targets.ts';
import { sharingKey, useSharingCameras } from './sharing-queries.ts';

// The dialog loads when it is opened: it draws QR codes and has its own texts.
const ShareDialog = lazy(async () => ({ default: (await loadCode(() => import('@watchpost/widgets/share'))).ShareDialog }));

export interface ShareDialogLoaderProps {
  /** Selected at first; empty for none. */
  readonly cameraIds: readonly string[];
  /** A link to edit; absent for a new one. */
  readonly invite?: Invite | undefined;
  readonly onClose: () => void;
}

/** The dialog that creates or edits a link, with all cameras of the user. */
export function ShareDialogLoader({ cameraIds, invite, onClose }: ShareDialogLoaderProps): ReactNode {
  const client = useClient();
  const cache = useQueryClient();
  const navigate = useNavigate();
  const { data: cameras } = useSharingCameras();
  const link = useRef(invite);
  const keep = (saved: Invite): void => {
    link.current = saved;
    void cache.invalidateQueries({ queryKey: sharingKey });
  };
  /** The cameras may have been selected in the dialog. */
  const manage = (): void => {
    const [only, ...others] = link.current?.cameras.map(({ id }) => id) ?? cameraIds;
    go(only === undefined || others.length > 0 ? to.SettingsPermissions() : to.ManageAccess(only));
  };
  const go = (path: string): void => {
    onClose();
    void navigate(path);
  };
  return (
    <Suspense>
      <ShareDialog
        client={client}
        {...(cameras && { cameras })}
        cameraIds={cameraIds}
        {...(invite && { invite })}
        open
        onClose={onClose}
        onCreated={keep}
        onUpdated={keep}
        onManageAccess={manage}
        onAddCamera={() => go(to.AddCamera())}
      />
    </Suspense>
  );
}
