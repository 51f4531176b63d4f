import type { Camera } from '@watchpost/sdk-core';
import { Bell, Ellipsis, Info, Pencil, Share2, Trash2, UsersRound } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useCapabilities } from '../../../shared/live/capabilities.ts';
import { to } from '../../../shared/navigation/targets.ts';
import { Menu } from '../../../shared/ui/menu.tsx';
import type { MenuEntry } from '../../../shared/ui/menu-entry.ts';
import { RemoveDialog } from './cameras-remove-dialog.tsx';
import { RenameDialog } from './cameras-rename-dialog.tsx';
import { cameraTexts } from '../camera/cameras-camera-texts.ts';
import { camerasTexts } from '../cameras-texts.ts';

export interface CameraActionsProps {
  readonly camera: Camera;
  /** Opens the dialog that shares the camera. */
  readonly onShare: () => void;
  readonly onRemoved: () => void;
}

/** Menu of the actions that this user may perform on this camera. */
export function CameraActions({ camera, onShare, onRemoved }: CameraActionsProps): ReactNode {
  const { t } = useTranslation([cameraTexts, camerasTexts]);
  const navigate = useNavigate();
  const [open, setOpen] = useState<'rename' | 'remove' | null>(null);
  const { canChangeSettings, canManageAccess } = useCapabilities(camera);
  const rename: MenuEntry = { kind: 'item', label: t('rename'), icon: <Pencil size={20} />, onAction: () => setOpen('rename') };
  const share: MenuEntry = {
    kind: 'item',
    label: t('cameras:share'),
    icon: <Share2 size={20} />,
    ...(!canManageAccess && { disabled: true, description: t('shareNotPossible') }),
    onAction: onShare,
  };
  const access: MenuEntry = {
    kind: 'item',
    label: t('manageAccess'),
    icon: <UsersRound size={20} />,
    onAction: () => void navigate(to.ManageAccess(camera.id)),
  };
  const about: MenuEntry = {
    kind: 'item',
    label: t('about'),
    icon: <Info size={20} />,
    onAction: () => void navigate(to.CameraAbout(camera.id)),
  };
  const status: MenuEntry = {
    kind: 'item',
    label: t('notify'),
    icon: <Bell size={20} />,
    onAction: () => void navigate(to.CameraAlerts(camera.id)),
  };
  const remove: MenuEntry = {
    kind: 'item',
    danger: true,
    label: t('remove'),
    icon: <Trash2 size={20} />,
    onAction: () => setOpen('remove'),
  };
  return (
    <>
      <Menu
        label={t('more')}
        className="wp-icon-button"
        button={<Ellipsis size={24} />}
        entries={[
          ...(canChangeSettings ? [rename] : []),
          share,
          ...(canManageAccess ? [access] : []),
          status,
          about,
          { kind: 'line' },
          remove,
        ]}
      />
      {open === 'rename' ? <RenameDialog camera={camera} onClose={() => setOpen(null)} /> : null}
      {open === 'remove' ? <RemoveDialog camera={camera} onClose={() => setOpen(null)} onRemoved={onRemoved} /> : null}
    </>
  );
}
