import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { ComingNote } from '../coming/coming-note.tsx';

/** Sharing, until it is there. */
export function ShareDialog({ onClose }: { onClose: () => void }): ReactNode {
  const { t } = useTranslation();
  return (
    <Dialog title={t('shell.share')} onClose={onClose}>
      <ComingNote topic="share" level="p" inDialog onAction={onClose} />
    </Dialog>
  );
}
