import type { Camera } from '@watchpost/sdk-core';
import type { ReactNode } from 'react';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.tsx';
import { text } from './camera-settings-texts.ts';

/** Asks before a camera stops recording, because later footage is lost. */
export function StopRecordingDialog({
  camera,
  onStop,
  onClose,
}: {
  readonly camera: Pick<Camera, 'title' | 'archiveDays'>;
  readonly onStop: () => void;
  readonly onClose: () => void;
}): ReactNode {
  return (
    <ConfirmDialog
      danger
      title={text('stopTitle', { camera: camera.title })}
      description={text('stopText', { days: camera.archiveDays })}
      submitLabel={text('stop')}
      cancelLabel={text('keepRecording')}
      onSubmit={onStop}
      onClose={onClose}
    />
  );
}
