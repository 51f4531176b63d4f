import type { ReactNode } from 'react';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.tsx';
import { text } from './camera-settings-texts.ts';

/** Asks before unsaved changes are lost (specification 2, section 4). */
export function LeaveSettingsDialog({ onStay, onLeave }: { readonly onStay: () => void; readonly onLeave: () => void }): ReactNode {
  return (
    <ConfirmDialog
      danger
      title={text('leaveTitle')}
      description={text('leaveText')}
      submitLabel={text('leave')}
      cancelLabel={text('stay')}
      onSubmit={onLeave}
      onClose={onStay}
    />
  );
}
