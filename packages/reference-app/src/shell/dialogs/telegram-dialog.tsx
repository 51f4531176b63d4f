import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { ComingNote } from '../coming/coming-note.tsx';

/** The chat bot, until it is there. */
export function TelegramDialog({ onClose }: { onClose: () => void }): ReactNode {
  const { t } = useTranslation();
  return (
    <Dialog title={t('shell.telegram')} onClose={onClose} size="s">
      <ComingNote topic="telegram" level="p" inDialog onAction={onClose} />
    </Dialog>
  );
}
