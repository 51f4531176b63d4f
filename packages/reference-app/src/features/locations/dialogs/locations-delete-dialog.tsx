import { useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../shared/ui/confirm-dialog.tsx';
import { text } from '../locations-texts.ts';

export interface DeletePlaceDialogProps {
  readonly kind: 'location' | 'room';
  readonly title: string;
  /** Number of rooms in the location. */
  readonly rooms: number;
  readonly cameras: number;
  /** Resolves with true once the server has confirmed. */
  readonly onDelete: () => Promise<boolean>;
  readonly onClose: () => void;
}

/** Says what will be deleted and what stays (specification 1, section 4). */
export function DeletePlaceDialog({ kind, title, rooms, cameras, onDelete, onClose }: DeletePlaceDialogProps): ReactNode {
  useTranslation();
  const [busy, setBusy] = useState(false);
  const submit = async (): Promise<void> => {
    setBusy(true);
    if (await onDelete()) return onClose();
    setBusy(false);
  };
  const effects = [
    ...(rooms > 0 ? [text('deleteLocationRooms', { count: rooms })] : []),
    ...(cameras > 0
      ? [text(kind === 'location' ? 'deleteLocationCameras' : 'deleteRoomCameras', { count: cameras }), text('keepsRecordings')]
      : []),
  ];
  return (
    <ConfirmDialog
      danger
      title={text('deleteTitle', { name: title })}
      description={<p>{effects.length === 0 ? text('deleteNothing') : effects.join(' ')}</p>}
      submitLabel={busy ? text('deleting') : text(kind === 'location' ? 'deleteLocation' : 'deleteRoom')}
      cancelLabel={text('cancel')}
      busy={busy}
      onSubmit={() => void submit()}
      onClose={onClose}
    />
  );
}
