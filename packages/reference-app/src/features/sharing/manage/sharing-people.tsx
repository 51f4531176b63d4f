import type { Camera, CameraUser, LinkGuests } from '@watchpost/sdk-core';
import { Ellipsis, LogOut, ShieldMinus, SlidersHorizontal, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useIsLarge } from '../../../shared/browser/media.ts';
import { Button, iconButtonClass } from '../../../shared/ui/button.tsx';
import { Menu } from '../../../shared/ui/menu.tsx';
import type { MenuEntry } from '../../../shared/ui/menu-entry.ts';
import { Badge } from '../../../shared/ui/status.tsx';
import { ChangeDialog } from './sharing-change-dialog.tsx';
import { sourceName, watchedText } from './sharing-manage-names.ts';
import { text } from './sharing-manage-texts.ts';
import { Avatar, Level, LimitIcons } from './sharing-person.tsx';
import type { CameraPeople } from './sharing-queries.ts';
import { RevokeUserDialog } from './sharing-revoke-dialogs.tsx';

export interface PeopleProps {
  readonly camera: Camera;
  readonly people: CameraPeople;
  readonly now: number;
  /** The dialog that removes the camera from the user's own list. */
  readonly leave: (onClose: () => void) => ReactNode;
}

/** One line of the list: a user, or the guests of a link. */
interface Line {
  readonly key: string;
  readonly who: ReactNode;
  readonly level: ReactNode;
  readonly source: string;
  readonly watched: string;
  readonly menu: ReactNode;
}

/** Who can see the camera, the owner first. */
export function People({ camera, people, now, leave }: PeopleProps): ReactNode {
  useTranslation();
  const isLarge = useIsLarge();
  const [open, setOpen] = useState<{ readonly kind: 'change' | 'revoke' | 'leave'; readonly user: CameraUser } | null>(null);
  const close = (): void => setOpen(null);
  const lines: readonly Line[] = [
    ...(people.users ?? []).map((user) => lineOf(user, now, (kind) => setOpen({ kind, user }))),
    ...people.guests.map((guests) => guestsLine(guests, now)),
  ];
  return (
    <section aria-labelledby="share-people">
      <header className="share-head">
        <h2 id="share-people">{text('peopleHeading')}</h2>
      </header>
      {isLarge ? <PeopleTable lines={lines} /> : <PeopleList lines={lines} />}
      {people.hasMore ? (
        <Button look="quiet" busy={people.isBusy} onClick={people.loadMore}>
          {text('showMorePeople')}
        </Button>
      ) : null}
      {open?.kind === 'change' && open.user.grant ? (
        <ChangeDialog camera={camera} user={{ ...open.user, grant: open.user.grant }} onClose={close} />
      ) : null}
      {open?.kind === 'revoke' ? <RevokeUserDialog camera={camera} user={open.user} onClose={close} /> : null}
      {open?.kind === 'leave' ? leave(close) : null}
    </section>
  );
}

function PeopleTable({ lines }: { lines: readonly Line[] }): ReactNode {
  return (
    <table className="share-table">
      <thead>
        <tr>
          <th scope="col">{text('person')}</th>
          <th scope="col">{text('access')}</th>
          <th scope="col">{text('cameBy')}</th>
          <th scope="col">{text('lastWatched')}</th>
          <th scope="col">
            <span className="visually-hidden">{text('actions')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ key, who, level, source, watched, menu }) => (
          <tr key={key}>
            <th scope="row">{who}</th>
            <td>{level}</td>
            <td className="dim">{source}</td>
            <td className="dim n">{watched}</td>
            <td className="share-end">{menu}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function PeopleList({ lines }: { lines: readonly Line[] }): ReactNode {
  return (
    <ul className="share-list">
      {lines.map(({ key, who, level, source, watched, menu }) => (
        <li key={key} className="share-item">
          <div className="grow">
            {who}
            <div className="share-item-more">
              {level}
              {source === text('none') ? null : <span>{source}</span>}
              <span className="n">{watched}</span>
            </div>
          </div>
          {menu}
        </li>
      ))}
    </ul>
  );
}

function lineOf(user: CameraUser, now: number, onOpen: (kind: 'change' | 'revoke' | 'leave') => void): Line {
  const { customerId, email, isOwner, isSelf, grant, source } = user;
  return {
    key: customerId,
    who: (
      <span className="share-who share-who-more">
        <Avatar email={email} />
        <span className="share-email strong">{email}</span>
        {isOwner ? <Badge>{text('owner')}</Badge> : null}
        {isSelf ? <span className="dim share-you">{text('you')}</span> : null}
      </span>
    ),
    level: (
      <span className="share-level">
        <Level access={grant?.access ?? null} />
        {grant ? <LimitIcons grant={grant} /> : null}
      </span>
    ),
    source: sourceName(source),
    watched: watchedText(user, now),
    // An owner has no grant: there is nothing to change or revoke.
    menu: grant && (
      <Menu
        label={text('actionsFor', { name: email })}
        className={iconButtonClass({ small: true })}
        button={<Ellipsis size={20} />}
        entries={entriesFor(isSelf, onOpen)}
      />
    ),
  };
}

function entriesFor(isSelf: boolean, onOpen: (kind: 'change' | 'revoke' | 'leave') => void): readonly MenuEntry[] {
  return isSelf
    ? [
        { kind: 'item', label: text('restrict'), icon: <ShieldMinus size={20} />, onAction: () => onOpen('change') },
        { kind: 'item', danger: true, label: text('leave'), icon: <LogOut size={20} />, onAction: () => onOpen('leave') },
      ]
    : [
        { kind: 'item', label: text('change'), icon: <SlidersHorizontal size={20} />, onAction: () => onOpen('change') },
        { kind: 'item', danger: true, label: text('revoke'), icon: <Trash2 size={20} />, onAction: () => onOpen('revoke') },
      ];
}

function guestsLine(guests: LinkGuests, now: number): Line {
  return {
    key: `guests:${guests.source.inviteId}`,
    who: (
      <span className="share-who">
        <Avatar email={null} />
        <span className="strong">{text('guests')}</span>
        <span className="dim">{text('browsers', { count: guests.count })}</span>
      </span>
    ),
    level: (
      <span className="share-level">
        <Level access={guests.grant.access} />
        <LimitIcons grant={guests.grant} />
      </span>
    ),
    source: sourceName(guests.source),
    watched: watchedText(guests, now),
    menu: null,
  };
}
