import type { ReactNode } from 'react';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { ArchiveCalendar } from './archive-calendar.tsx';
import type { ArchiveCalendarProps } from './archive-calendar.tsx';
import { text } from './archive-texts.ts';

/** The same calendar where there is no room beside the picture: opened by the date above the line of time. */
export function CalendarDialog({ onClose, ...calendar }: ArchiveCalendarProps & { readonly onClose: () => void }): ReactNode {
  return (
    <Dialog title={text('openCalendar')} size="s" onClose={onClose}>
      <ArchiveCalendar {...calendar} />
    </Dialog>
  );
}
