import { useMutation } from '@tanstack/react-query';
import { errorText, max, maxBookmarkNote } from '@watchpost/sdk-core';
import type { SavedClip } from '@watchpost/sdk-core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../../shared/client.tsx';
import { useForm } from '../../../shared/forms/use-form.ts';
import { currentLocale } from '../../../shared/i18n/i18n.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import { Field } from '../../../shared/ui/field.tsx';
import { showToast } from '../../../shared/ui/toast.ts';
import { text } from '../archive-texts.ts';

interface SavedClipDialogProps {
  readonly clip: SavedClip;
  /** Camera and time. */
  readonly name: string;
  readonly onClose: () => void;
}

/** Edits the note of a saved clip. */
export function SavedClipDialog({ clip, name, onClose }: SavedClipDialogProps): ReactNode {
  useTranslation();
  const { savedClips } = useClient();
  const form = useForm({ note: clip.note }, { note: [(value) => max(maxBookmarkNote)(value.trim())] });
  const update = useMutation({
    mutationFn: (note: string) => savedClips.update(clip.id, { note }),
    onSuccess: onClose,
    onError: (error) => showToast('error', text('savedClipFailed'), { id: 'saved-clip', text: errorText(error, currentLocale()) }),
  });
  const busy = update.isPending;
  const save = (): void => {
    if (form.check()) update.mutate(form.values.note.trim());
  };
  return (
    <Dialog
      title={text('savedClipEdit')}
      onClose={onClose}
      busy={busy}
      onSubmit={save}
      footer={
        <>
          <Button look="quiet" onClick={onClose} disabled={busy}>
            {text('cancel')}
          </Button>
          <Button type="submit" look="primary" busy={busy}>
            {text(busy ? 'savedClipSubmitting' : 'savedClipSubmit')}
          </Button>
        </>
      }
    >
      <p className="dim n">{name}</p>
      <Field
        {...form.field('note')}
        label={text('savedClipNote')}
        placeholder={text('savedClipNotePlaceholder')}
        rows={3}
        maximum={maxBookmarkNote}
        readOnly={busy}
        data-autofocus
      />
    </Dialog>
  );
}
