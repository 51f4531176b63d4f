import { Ellipsis, History, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { iconButtonClass } from '../../../shared/ui/button.tsx';
import { Menu } from '../../../shared/ui/menu.tsx';
import { watchedText } from '../manage/sharing-manage-names.ts';
import { Avatar } from '../manage/sharing-person.tsx';
import { GrantCell, personName } from './sharing-matrix-cell.tsx';
import type { CellAction } from './sharing-matrix-cell.tsx';
import type { MatrixCell, MatrixPerson, MatrixRow } from './sharing-matrix.ts';
import { text } from './sharing-permissions-texts.ts';

export type MatrixAction =
  | { readonly kind: CellAction; readonly person: MatrixPerson; readonly cell: Extract<MatrixCell, { readonly kind: 'grant' }> }
  | { readonly kind: 'log-person' | 'revoke-all'; readonly person: Extract<MatrixPerson, { readonly kind: 'user' }> };

export interface MatrixRowsProps {
  readonly rows: readonly MatrixRow[];
  readonly now: number;
  readonly onAction: (action: MatrixAction) => void;
}

interface CellProps {
  readonly cell: MatrixCell;
  readonly person: MatrixPerson;
  readonly onAction: MatrixRowsProps['onAction'];
}

/** What a person has on a camera, or on a run of cameras that they own. */
export function Cell({ cell, person, onAction }: CellProps): ReactNode {
  if (cell.kind === 'none') return null;
  if (cell.kind === 'owner')
    return <span className="matrix-owner">{text(cell.isWholeGroup ? 'ownerOfAll' : 'ownerOf', { count: cell.cameras.length })}</span>;
  const { camera, grant, source } = cell;
  return <GrantCell {...{ person, camera, grant, source }} onAction={(kind) => onAction({ kind, person, cell })} />;
}

interface WhoProps extends Pick<MatrixRowsProps, 'now' | 'onAction'> {
  readonly person: MatrixPerson;
}

/** Who it is, when they last watched, and what can be done about all of their access. */
export function Who({ person, now, onAction }: WhoProps): ReactNode {
  if (person.kind === 'guests') {
    const { guests } = person;
    return (
      <span className="share-who">
        <Avatar email={null} />
        <span className="grow">
          {/* The words around a link's label leave it little of a line. */}
          <b className="strong matrix-name matrix-name-guests">{personName(person)}</b>
          <span className="small dim n matrix-seen">{text('browsers', { count: guests.count, watched: watchedText(guests, now) })}</span>
        </span>
      </span>
    );
  }
  const { user } = person;
  const hasShared = !user.isSelf && user.cameras.some(({ grant }) => grant);
  return (
    <span className="share-who">
      <Avatar email={user.email} />
      <span className="grow">
        <b className="strong matrix-name" title={user.email}>
          {user.email}
        </b>
        <span className="small dim n matrix-seen">{user.isSelf ? text('you') : watchedText(user, now)}</span>
      </span>
      {hasShared ? (
        <Menu
          label={text('personActions', { name: user.email })}
          className={iconButtonClass({ small: true })}
          placement="bottom-start"
          button={<Ellipsis size={20} />}
          entries={[
            {
              kind: 'item',
              label: text('showAllInLog'),
              icon: <History size={20} />,
              onAction: () => onAction({ kind: 'log-person', person }),
            },
            {
              kind: 'item',
              danger: true,
              label: text('revokeAll'),
              icon: <Trash2 size={20} />,
              onAction: () => onAction({ kind: 'revoke-all', person }),
            },
          ]}
        />
      ) : null}
    </span>
  );
}
