import { errorText } from '@watchpost/sdk-core';
import type { Camera, CameraUser, Grant } from '@watchpost/sdk-core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { currentLocale } from '../../../shared/i18n/i18n.ts';
import { useServerNow } from '../../../shared/live/capabilities.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { ConfirmDialog } from '../../../shared/ui/confirm-dialog.tsx';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import { ErrorText } from '../../../shared/ui/field.tsx';
import { Banner } from '../../../shared/ui/status.tsx';
import { showToast } from '../../../shared/ui/toast.ts';
import { changeOf, draftOf, readDraft } from './sharing-grant-draft.ts';
import { GrantFields } from './sharing-grant-fields.tsx';
import { shortName } from './sharing-manage-names.ts';
import { text } from './sharing-manage-texts.ts';
import { useSharingChanges } from './sharing-queries.ts';
import { GrantSentence } from '../parts/sharing-sentence.tsx';

export interface ChangeDialogProps {
  readonly camera: Pick<Camera, 'id' | 'title' | 'timeZone' | 'grant'>;
  readonly user: Pick<CameraUser, 'customerId' | 'email' | 'isSelf'> & { readonly grant: Grant };
  readonly onClose: () => void;
}

/** Changes a user's access. Nobody can raise their own, and lowering it asks first: it can't be undone alone (specification 2, section 4). */
export function ChangeDialog({ camera, user, onClose }: ChangeDialogProps): ReactNode {
  useTranslation();
  const { isSelf, grant: before } = user;
  const now = useServerNow();
  const [draft, setDraft] = useState(() => draftOf(before, camera.timeZone));
  const [shown, setShown] = useState(before);
  const [isTried, setTried] = useState(false);
  const [confirming, setConfirming] = useState<Grant | null>(null);
  const { updateUser } = useSharingChanges();
  const bound = isSelf ? before : camera.grant;
  const options = { timeZone: camera.timeZone, now: now(), before, bound };
  const read = readDraft(draft, options);
  const edit = (change: Partial<typeof draft>): void => {
    const next = { ...draft, ...change };
    setDraft(next);
    const valid = readDraft(next, { ...options, bound: null });
    // While a field is incomplete, the sentence keeps saying what it said.
    if (valid.kind === 'grant') setShown(valid.grant);
  };
  const save = (grant: Grant): void => {
    const change = changeOf(before, grant);
    if (!change) return onClose();
    updateUser.mutate(
      { cameraId: camera.id, customerId: user.customerId, change, isSelf },
      {
        onSuccess: () => {
          onClose();
          const done = isSelf ? text('restricted', { camera: camera.title }) : text('changed', { name: shortName(user.email) });
          showToast('success', done, { id: 'access' });
        },
        onError: () => setConfirming(null),
      },
    );
  };
  const submit = (): void => {
    setTried(true);
    if (read.kind === 'invalid') return;
    if (isSelf && changeOf(before, read.grant)) setConfirming(read.grant);
    else save(read.grant);
  };
  const errors = read.kind === 'invalid' ? read.errors : null;
  const isBusy = updateUser.isPending;
  return (
    <>
      <Dialog
        title={isSelf ? text('restrictTitle') : text('changeTitle', { name: shortName(user.email) })}
        size="m"
        busy={isBusy}
        onClose={onClose}
        onSubmit={submit}
        footer={
          <>
            <Button look="quiet" onClick={onClose} disabled={isBusy}>
              {text('cancel')}
            </Button>
            <Button type="submit" look="primary" busy={isBusy}>
              {isBusy ? text('saving') : isSelf ? text('restrictSubmit') : text('save')}
            </Button>
          </>
        }
      >
        {isSelf ? <Banner kind="warning">{text('restrictWarning')}</Banner> : null}
        <GrantFields
          draft={draft}
          onDraft={edit}
          errors={isTried ? errors : null}
          bound={bound}
          isSelf={isSelf}
          timeZone={camera.timeZone}
        />
        <p className="share-say" role="status">
          <GrantSentence
            voice={isSelf ? 'you' : 'user'}
            subject={{ grant: shown, cameraCount: 1 }}
            options={{ locale: currentLocale(), timeZone: camera.timeZone, now: now() }}
          />
        </p>
        {errors?.grant ? <ErrorText>{text(isSelf ? 'notMoreOwn' : 'notMore')}</ErrorText> : null}
        {updateUser.error ? <ErrorText>{errorText(updateUser.error, currentLocale())}</ErrorText> : null}
      </Dialog>
      {confirming ? (
        <ConfirmDialog
          danger
          title={text('restrictConfirm', { camera: camera.title })}
          description={
            <div className="share-revoke">
              <p>{text('restrictConfirmText')}</p>
              {confirming.access === 'view' ? <p>{text('restrictConfirmView')}</p> : null}
            </div>
          }
          submitLabel={text('restrictSubmit')}
          cancelLabel={text('cancel')}
          busy={isBusy}
          onSubmit={() => save(confirming)}
          onClose={() => setConfirming(null)}
        />
      ) : null}
    </>
  );
}
