import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../shared/ui/button.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';

/** Asks before what was typed is lost. */
export function LeaveDialog({ onStay, onLeave }: { onStay: () => void; onLeave: () => void }): ReactNode {
  const { t } = useTranslation();
  return (
    <Dialog
      title={t('addCamera.leaveTitle')}
      onClose={onStay}
      footer={
        <>
          <Button look="quiet" onClick={onLeave}>
            {t('addCamera.leave')}
          </Button>
          <Button look="primary" onClick={onStay} data-autofocus>
            {t('addCamera.stay')}
          </Button>
        </>
      }
    >
      <p>{t('addCamera.leaveText')}</p>
    </Dialog>
  );
}
