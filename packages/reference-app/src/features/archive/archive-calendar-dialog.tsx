import type { ReactNode } from 'react';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { ArchiveCalendar } from './archive-calendar.tsx';
import type { ArchiveCalendarProps } from './archive-calendar.tsx';
import { text } from './archive-texts.ts';

/** The calendar in a dialog, for screens without room beside the picture; the date above the timeline opens it. */
export function CalendarDialog({ onClose, ...calendar }: ArchiveCalendarProps & { readonly onClose: () => void }): ReactNode {
  return (
    <Dialog title={text('openCalendar')} size="s" onClose={onClose}>
      <ArchiveCalendar {...calendar} />
    </Dialog>
  );
}
