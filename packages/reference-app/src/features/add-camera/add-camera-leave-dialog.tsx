import type { ReactNode } from 'react';
import { Button } from '../../shared/ui/button.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { text } from './add-camera-texts.ts';

/** Asks before unsaved input is lost. */
export function LeaveDialog({ onStay, onLeave }: { onStay: () => void; onLeave: () => void }): ReactNode {
  return (
    <Dialog
      title={text('leaveTitle')}
      onClose={onStay}
      footer={
        <>
          <Button look="quiet" onClick={onLeave}>
            {text('leave')}
          </Button>
          <Button look="primary" onClick={onStay} data-autofocus>
            {text('stay')}
          </Button>
        </>
      }
    >
      <p>{text('leaveText')}</p>
    </Dialog>
  );
}
