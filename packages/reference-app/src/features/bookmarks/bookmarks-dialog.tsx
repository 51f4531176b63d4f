import { errorText, formatMoment, max, maxBookmarkNote } from '@watchpost/sdk-core';
import type { Bookmark } from '@watchpost/sdk-core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useForm } from '../../shared/forms/use-form.ts';
import { currentLocale } from '../../shared/i18n/i18n.ts';
import { useServerNow } from '../../shared/live/capabilities.ts';
import { knownZone } from '../../shared/time/time-texts.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { Field } from '../../shared/ui/field.tsx';
import { showToast } from '../../shared/ui/toast.ts';
import { useBookmarkCameras, useBookmarkChanges } from './bookmarks-queries.ts';
import { text } from './bookmarks-texts.ts';
import { footageUntilOf, untilText } from './bookmarks-until.ts';

export interface BookmarkDialogProps {
  readonly cameraId: string;
  /** Unix milliseconds. */
  readonly at: number;
  /** The bookmark whose note is edited; absent: a new one. */
  readonly bookmark?: Bookmark | undefined;
  readonly onClose: () => void;
}

/** Saves a moment with a note, or edits the note. */
export function BookmarkDialog({ cameraId, at, bookmark, onClose }: BookmarkDialogProps): ReactNode {
  useTranslation();
  const now = useServerNow();
  const camera = useBookmarkCameras()?.find(({ id }) => id === cameraId);
  const { create, update } = useBookmarkChanges();
  const form = useForm({ note: bookmark?.note ?? '' }, { note: [(value) => max(maxBookmarkNote)(value.trim())] });
  const busy = create.isPending || update.isPending;
  const until = bookmark ? bookmark.footageUntil : camera && footageUntilOf(at, camera.archiveDays);
  const failed = (error: Error): void => showToast('error', text('failed'), { id: 'bookmark', text: errorText(error, currentLocale()) });
  const save = (): void => {
    if (!form.check()) return;
    const note = form.values.note.trim();
    if (bookmark) return update.mutate({ id: bookmark.id, note }, { onSuccess: onClose, onError: failed });
    create.mutate(
      { cameraId, at, note },
      {
        onSuccess: () => {
          onClose();
          showToast('success', text('saved'), { id: 'bookmark', text: text('savedText') });
        },
        onError: failed,
      },
    );
  };
  const moment = formatMoment(at, now(), { locale: currentLocale(), timeZone: knownZone(camera?.timeZone ?? '') });
  return (
    <Dialog
      title={text(bookmark ? 'editTitle' : 'saveTitle')}
      onClose={onClose}
      busy={busy}
      onSubmit={save}
      footer={
        <>
          <Button look="quiet" onClick={onClose} disabled={busy}>
            {text('cancel')}
          </Button>
          <Button type="submit" look="primary" busy={busy}>
            {text(busy ? 'submitting' : 'submit')}
          </Button>
        </>
      }
    >
      <p className="dim n">{camera ? `${camera.title}, ${moment}` : moment}</p>
      <Field
        {...form.field('note')}
        label={text('note')}
        placeholder={text('notePlaceholder')}
        rows={3}
        maximum={maxBookmarkNote}
        readOnly={busy}
        data-autofocus
      />
      <p className="dim">{untilText(until, now(), camera?.timeZone)}</p>
    </Dialog>
  );
}
