import type { Invite } from '@watchpost/sdk-core';
import { copyText } from '@watchpost/sdk-core/browser';
import { Copy, Ellipsis, Link2, Pencil, Send, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../../shared/client.tsx';
import { RichText } from '../../../shared/i18n/rich-text.tsx';
import { Button, IconButton, iconButtonClass } from '../../../shared/ui/button.tsx';
import { Menu } from '../../../shared/ui/menu.tsx';
import type { MenuEntry } from '../../../shared/ui/menu-entry.ts';
import { showToast } from '../../../shared/ui/toast.ts';
import { linkName, shortName } from './sharing-manage-names.ts';
import { expiryOf } from './sharing-link-expiry.ts';
import { text } from './sharing-manage-texts.ts';
import { LinkIcons } from './sharing-person.tsx';
import { RevokeLinkDialog } from './sharing-revoke-dialogs.tsx';
import { SendLinkDialog } from './sharing-send-dialog.tsx';
import { ShareDialogLoader } from './sharing-share.tsx';

export interface LinksProps {
  readonly invites: readonly Invite[];
  readonly now: number;
  /** False: the surrounding dialog has one, and the links are of any cameras, which are named. */
  readonly heading?: boolean;
}

/** Links with what they allow; revoked and expired ones on request. */
export function Links({ invites, now, heading = true }: LinksProps): ReactNode {
  useTranslation();
  const [showsEnded, setShowsEnded] = useState(false);
  const [open, setOpen] = useState<{ readonly kind: 'edit' | 'send' | 'revoke'; readonly invite: Invite } | null>(null);
  const close = (): void => setOpen(null);
  const active = invites.filter(({ state }) => state === 'active');
  const ended = invites.filter(({ state }) => state !== 'active');
  const shown = showsEnded ? [...active, ...ended] : active;
  return (
    <section aria-labelledby={heading ? 'share-links' : undefined}>
      {heading || ended.length > 0 ? (
        <header className="share-head">
          {heading ? <h2 id="share-links">{text('linksHeading')}</h2> : null}
          {ended.length > 0 ? (
            <Button look="quiet" size="s" aria-expanded={showsEnded} onClick={() => setShowsEnded(!showsEnded)}>
              {text(showsEnded ? 'hideRevoked' : 'showRevoked')}
            </Button>
          ) : null}
        </header>
      ) : null}
      {shown.length === 0 ? <p className="dim share-none">{text('noLinks')}</p> : null}
      <ul className="share-list">
        {shown.map((invite) => (
          <LinkRow key={invite.id} invite={invite} now={now} hasCameras={!heading} onOpen={(kind) => setOpen({ kind, invite })} />
        ))}
      </ul>
      {open?.kind === 'edit' ? (
        <ShareDialogLoader cameraIds={open.invite.cameras.map(({ id }) => id)} invite={open.invite} onClose={close} />
      ) : null}
      {open?.kind === 'send' ? <SendLinkDialog invite={open.invite} name={linkName(open.invite, now)} onClose={close} /> : null}
      {open?.kind === 'revoke' ? <RevokeLinkDialog link={open.invite} name={linkName(open.invite, now)} onClose={close} /> : null}
    </section>
  );
}

function LinkRow({
  invite,
  now,
  hasCameras,
  onOpen,
}: {
  hasCameras: boolean;
  invite: Invite;
  now: number;
  onOpen: (kind: 'edit' | 'send' | 'revoke') => void;
}): ReactNode {
  const { sharing } = useClient();
  const name = linkName(invite, now);
  const access = text(invite.access);
  const isActive = invite.state === 'active';
  const url = sharing.inviteUrl(invite);
  const expiry = expiryOf(invite, now);
  const copy = (): void => {
    if (url === null) return;
    copyText(url).then(
      () => showToast('success', text('copied'), { id: 'access' }),
      () => showToast('error', text('copyFailed'), { id: 'access', text: url }),
    );
  };
  return (
    <li className={isActive ? 'share-link' : 'share-link ended'}>
      <span className="share-icon">
        <Link2 size={20} />
      </span>
      <div className="share-link-name">
        <p className="strong">{name}</p>
        <p className="small dim">
          {hasCameras
            ? [access, ...invite.cameras.map(({ title }) => title)].join(', ')
            : invite.isOwn
              ? text('createdByYou', { access })
              : text('createdBy', { access, name: shortName(invite.creator.email) })}
        </p>
      </div>
      <LinkIcons link={invite} />
      <Usage invite={invite} />
      <span className={expiry.isSoon ? 'share-expiry small n soon' : 'share-expiry small n'}>{expiry.text}</span>
      {isActive ? (
        <>
          <IconButton
            small
            label={url === null ? text('onlyCreatorCopies') : text('copyOf', { name })}
            title={url === null ? text('onlyCreatorCopies') : text('copy')}
            disabled={url === null}
            onClick={copy}
          >
            <Copy size={20} />
          </IconButton>
          <Menu
            label={text('actionsFor', { name })}
            className={iconButtonClass({ small: true })}
            button={<Ellipsis size={20} />}
            entries={entriesFor(invite.isOwn, onOpen)}
          />
        </>
      ) : null}
    </li>
  );
}

function Usage({ invite: { userCount, maxUsers } }: { invite: Pick<Invite, 'userCount' | 'maxUsers'> }): ReactNode {
  const parts = { b: (inner: string) => <b className="strong">{inner}</b> };
  return (
    <div className="share-use">
      <p className="small n">
        <RichText
          message={maxUsers === null ? text('used', { count: userCount }) : text('usedOf', { used: userCount, count: maxUsers })}
          parts={parts}
        />
      </p>
      {maxUsers === null ? null : (
        <span className="share-bar" aria-hidden="true">
          <i style={{ width: `${Math.min(100, (userCount / maxUsers) * 100)}%` }} />
        </span>
      )}
    </div>
  );
}

function entriesFor(isOwn: boolean, onOpen: (kind: 'edit' | 'send' | 'revoke') => void): readonly MenuEntry[] {
  const own = (why: 'onlyCreatorEdits' | 'onlyCreatorSends') => (isOwn ? {} : { disabled: true, description: text(why) });
  return [
    { kind: 'item', label: text('edit'), icon: <Pencil size={20} />, ...own('onlyCreatorEdits'), onAction: () => onOpen('edit') },
    { kind: 'item', label: text('send'), icon: <Send size={20} />, ...own('onlyCreatorSends'), onAction: () => onOpen('send') },
    { kind: 'line' },
    { kind: 'item', danger: true, label: text('revoke'), icon: <Trash2 size={20} />, onAction: () => onOpen('revoke') },
  ];
}
