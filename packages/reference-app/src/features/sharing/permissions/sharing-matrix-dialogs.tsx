import type { Camera } from '@watchpost/sdk-core';
import type { ReactNode } from 'react';
import { ChangeDialog } from '../manage/sharing-change-dialog.tsx';
import { RevokeAllDialog, RevokeLinkDialog, RevokeUserDialog } from '../manage/sharing-revoke-dialogs.tsx';
import { personName } from './sharing-matrix-cell.tsx';
import type { MatrixAction } from './sharing-matrix-person.tsx';

export interface MatrixDialogsProps {
  readonly action: MatrixAction;
  readonly cameras: readonly Pick<Camera, 'id' | 'title'>[];
  readonly onClose: () => void;
}

/** The dialog of an action in the matrix. */
export function MatrixDialogs({ action, cameras, onClose }: MatrixDialogsProps): ReactNode {
  switch (action.kind) {
    case 'log':
    case 'log-person':
      return null;
    case 'revoke-all': {
      const { user } = action.person;
      const has = new Set(user.cameras.filter(({ grant }) => grant).map(({ cameraId }) => cameraId));
      const cameraTitles = cameras.filter(({ id }) => has.has(id)).map(({ title }) => title);
      return <RevokeAllDialog cameraTitles={cameraTitles} user={user} onClose={onClose} />;
    }
    case 'change':
    case 'revoke': {
      const { person, cell } = action;
      if (person.kind === 'guests') {
        const { source, count } = person.guests;
        return (
          <RevokeLinkDialog link={{ id: source.inviteId, guestCount: count }} name={source.label || personName(person)} onClose={onClose} />
        );
      }
      const { user } = person;
      return action.kind === 'change' ? (
        <ChangeDialog camera={cell.camera} user={{ ...user, grant: cell.grant }} onClose={onClose} />
      ) : (
        <RevokeUserDialog camera={cell.camera} user={user} onClose={onClose} />
      );
    }
  }
}
