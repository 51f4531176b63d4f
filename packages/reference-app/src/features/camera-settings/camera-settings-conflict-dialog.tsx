import type { DetectionType } from '@watchpost/sdk-core';
import type { ReactNode } from 'react';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.tsx';
import { text } from './camera-settings-texts.ts';

export interface MotionConflictDialogProps {
  readonly others: readonly DetectionType[];
  readonly onTurnOff: () => void;
  readonly onClose: () => void;
}

/** Asks before motion detection replaces what cannot run beside it (specification 2, section 4). */
export function MotionConflictDialog({ others, onTurnOff, onClose }: MotionConflictDialogProps): ReactNode {
  const names = others.filter((other) => other === 'lineCrossing' || other === 'intrusion').map((other) => text(other));
  return (
    <ConfirmDialog
      title={text('conflictTitle')}
      description={text('conflictText', { others: names.join(', ') })}
      submitLabel={text('conflictTurnOff')}
      cancelLabel={text('conflictKeep')}
      onSubmit={onTurnOff}
      onClose={onClose}
    />
  );
}
