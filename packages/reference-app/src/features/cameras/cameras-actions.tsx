import type { Camera } from '@watchpost/sdk-core';
import { Bell, CreditCard, Ellipsis, Info, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { to } from '../../shared/navigation/targets.ts';
import { Menu } from '../../shared/ui/menu.tsx';
import type { MenuEntry } from '../../shared/ui/menu-entry.ts';
import { RemoveDialog } from './cameras-remove-dialog.tsx';
import { RenameDialog } from './cameras-rename-dialog.tsx';

export interface CameraActionsProps {
  readonly camera: Camera;
  /** The choice whether to be told of its state. */
  readonly notify: (onClose: () => void) => ReactNode;
  readonly onRemoved: () => void;
}

/** What may be done with this camera by this person. */
export function CameraActions({ camera, notify, onRemoved }: CameraActionsProps): ReactNode {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [open, setOpen] = useState<'rename' | 'notify' | 'remove' | null>(null);
  const mayRename = camera.isOwner || camera.isFullAccess;
  const manage: readonly MenuEntry[] = [
    { kind: 'item', label: t('cameras.rename'), icon: <Pencil size={20} />, onAction: () => setOpen('rename') },
  ];
  const about: MenuEntry = { kind: 'item', label: t('cameras.about'), icon: <Info size={20} />, onAction: () => void navigate(to.CameraAbout(camera.id)) };
  const status: MenuEntry = { kind: 'item', label: t('cameras.notify'), icon: <Bell size={20} />, onAction: () => setOpen('notify') };
  // Whoever has a camera pays for it; whoever sees it does not.
  const subscription: MenuEntry = { kind: 'item', label: t('cameras.subscription'), icon: <CreditCard size={20} />, onAction: () => void navigate(to.CameraSubscription(camera.id)) };
  const remove: MenuEntry = { kind: 'item', danger: true, label: t('cameras.remove'), icon: <Trash2 size={20} />, onAction: () => setOpen('remove') };
  return (
    <>
      <Menu label={t('cameras.more')} className="wp-icon-button" button={<Ellipsis size={24} />} entries={[...(mayRename ? manage : []), status, ...(camera.isOwner ? [subscription] : []), about, { kind: 'line' }, remove]} />
      {open === 'rename' ? <RenameDialog camera={camera} onClose={() => setOpen(null)} /> : null}
      {open === 'notify' ? notify(() => setOpen(null)) : null}
      {open === 'remove' ? <RemoveDialog camera={camera} onClose={() => setOpen(null)} onRemoved={onRemoved} /> : null}
    </>
  );
}
