import { errorText, formatList } from '@watchpost/sdk-core';
import type { Camera, Invite } from '@watchpost/sdk-core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { currentLocale } from '../../../shared/i18n/i18n.ts';
import { Checkbox } from '../../../shared/ui/choice.tsx';
import { ConfirmDialog } from '../../../shared/ui/confirm-dialog.tsx';
import { ErrorText } from '../../../shared/ui/field.tsx';
import { showToast } from '../../../shared/ui/toast.ts';
import { shortName } from './sharing-manage-names.ts';
import { text } from './sharing-manage-texts.ts';
import { useAllPeople, useSharingChanges } from './sharing-queries.ts';

interface Person {
  readonly customerId: string;
  readonly email: string;
}

/** Asks before a user loses access to one camera. */
export function RevokeUserDialog({
  camera,
  user,
  onClose,
}: {
  readonly camera: Pick<Camera, 'id' | 'title'>;
  readonly user: Person;
  readonly onClose: () => void;
}): ReactNode {
  useTranslation();
  const { removeCameraUser } = useSharingChanges();
  const name = user.email;
  return (
    <Revoke
      title={text('revokeUserTitle', { name })}
      description={text('revokeUserText', { name, camera: camera.title })}
      mutation={removeCameraUser}
      onSubmit={(onSuccess) => removeCameraUser.mutate({ cameraId: camera.id, customerId: user.customerId }, { onSuccess })}
      done={text('userRevoked', { name: shortName(name) })}
      onClose={onClose}
    />
  );
}

/** Asks before a user loses access to every camera that the caller manages. */
export function RevokeAllDialog({
  cameraTitles,
  user,
  onClose,
}: {
  readonly cameraTitles: readonly string[];
  readonly user: Person;
  readonly onClose: () => void;
}): ReactNode {
  useTranslation();
  const { removeUser } = useSharingChanges();
  const name = user.email;
  return (
    <Revoke
      title={text('revokeAllTitle', { name })}
      description={text('revokeAllText', {
        name,
        count: cameraTitles.length,
        cameras: formatList(cameraTitles, { locale: currentLocale() }),
      })}
      mutation={removeUser}
      onSubmit={(onSuccess) => removeUser.mutate(user.customerId, { onSuccess })}
      done={text('userRevoked', { name: shortName(name) })}
      onClose={onClose}
    />
  );
}

function Revoke({
  title,
  description,
  mutation,
  done,
  onSubmit,
  onClose,
}: {
  title: string;
  description: string;
  mutation: { readonly isPending: boolean; readonly error: Error | null };
  done: string;
  onSubmit: (onSuccess: () => void) => void;
  onClose: () => void;
}): ReactNode {
  return (
    <ConfirmDialog
      danger
      title={title}
      description={<p>{description}</p>}
      submitLabel={text(mutation.isPending ? 'revoking' : 'revokeAccess')}
      cancelLabel={text('cancel')}
      busy={mutation.isPending}
      error={mutation.error ? <ErrorText>{errorText(mutation.error, currentLocale())}</ErrorText> : null}
      onSubmit={() =>
        onSubmit(() => {
          onClose();
          showToast('success', done, { id: 'access' });
        })
      }
      onClose={onClose}
    />
  );
}

/** Asks before a link ends; on request, the users who came by it lose their access too. */
export function RevokeLinkDialog({
  link,
  name,
  onClose,
}: {
  readonly link: Pick<Invite, 'id' | 'guestCount'>;
  readonly name: string;
  readonly onClose: () => void;
}): ReactNode {
  useTranslation();
  const { revokeInvite } = useSharingChanges();
  const [removeUsers, setRemoveUsers] = useState(false);
  const people = (useAllPeople().users ?? []).filter(({ cameras }) => cameras.some(({ source }) => source?.inviteId === link.id));
  const revoke = (): void =>
    revokeInvite.mutate(
      { id: link.id, removeUsers: removeUsers && people.length > 0 },
      {
        onSuccess: () => {
          onClose();
          showToast('success', text('linkRevoked', { name }), { id: 'access' });
        },
      },
    );
  return (
    <ConfirmDialog
      danger
      title={text('revokeLinkTitle', { name })}
      description={
        <div className="share-revoke">
          <p>{text('revokeLinkText')}</p>
          {link.guestCount > 0 ? <p>{text('revokeLinkGuests', { count: link.guestCount })}</p> : null}
          {people.length > 0 ? (
            <Checkbox
              label={text('alsoRemove', { count: people.length })}
              description={formatList(
                people.map(({ email }) => email),
                { locale: currentLocale() },
              )}
              checked={removeUsers}
              onChange={setRemoveUsers}
            />
          ) : null}
        </div>
      }
      submitLabel={text(revokeInvite.isPending ? 'revoking' : 'revokeLink')}
      cancelLabel={text('cancel')}
      busy={revokeInvite.isPending}
      error={revokeInvite.error ? <ErrorText>{errorText(revokeInvite.error, currentLocale())}</ErrorText> : null}
      onSubmit={revoke}
      onClose={onClose}
    />
  );
}
