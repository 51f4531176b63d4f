import type { DetectionType } from '@watchpost/sdk-core';
import type { ReactNode } from 'react';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.tsx';
import { detectionName, text } from './smart-events-texts.ts';

export interface LeaveDetectionDialogProps {
  readonly type: DetectionType;
  readonly onStay: () => void;
  readonly onLeave: () => void;
}

/** Asks before unsaved changes of a detection are lost (specification 2, section 4). */
export function LeaveDetectionDialog({ type, onStay, onLeave }: LeaveDetectionDialogProps): ReactNode {
  return (
    <ConfirmDialog
      danger
      title={text('leaveTitle')}
      description={text('leaveText', { name: detectionName(type) })}
      submitLabel={text('leave')}
      cancelLabel={text('stay')}
      onSubmit={onLeave}
      onClose={onStay}
    />
  );
}
