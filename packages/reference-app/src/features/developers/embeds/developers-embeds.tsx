import type { EmbedLink } from '@watchpost/sdk-core';
import { CodeXml, Ellipsis, ExternalLink, Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../../shared/client.tsx';
import { Button, iconButtonClass } from '../../../shared/ui/button.tsx';
import { Menu } from '../../../shared/ui/menu.tsx';
import { Badge } from '../../../shared/ui/status.tsx';
import { keys, useEmbedLinks } from '../developers-queries.ts';
import { text as common } from '../developers-texts.ts';
import { Confirm } from '../parts/developers-confirm.tsx';
import { copy, CopyButton } from '../parts/developers-copy.tsx';
import { Rows } from '../parts/developers-rows.tsx';
import { camerasText, endingOf } from '../parts/developers-say.ts';
import type { NamedCamera } from '../parts/developers-say.ts';
import { Loaded, Section } from '../parts/developers-section.tsx';
import { LinkDialog } from './developers-link-dialog.tsx';
import { contentText, iframeOf } from './developers-link-say.ts';
import { text } from './developers-embeds-texts.ts';
import { Tokens } from './developers-tokens.tsx';

type Open = { readonly kind: 'create' } | { readonly kind: 'edit' | 'revoke'; readonly link: EmbedLink };

export interface EmbedsProps {
  readonly cameras: readonly NamedCamera[];
  readonly now: number;
  /** Tokens of the preview on this page, which are nobody's embeds. */
  readonly ownTokenIds: readonly string[];
}

/** Embed links with who watches them, and the tokens that are valid now. */
export function Embeds({ cameras, now, ownTokenIds }: EmbedsProps): ReactNode {
  useTranslation();
  const query = useEmbedLinks();
  const [open, setOpen] = useState<Open | null>(null);
  const close = (): void => setOpen(null);
  return (
    <Section
      title={text('title')}
      about={text('about')}
      action={
        <Button icon={<Plus size={20} />} onClick={() => setOpen({ kind: 'create' })}>
          {text('create')}
        </Button>
      }
    >
      <Loaded query={query}>
        {(links) =>
          links.length === 0 ? (
            <p className="dim dev-none">{text('none')}</p>
          ) : (
            <LinkRows links={links} cameras={cameras} now={now} onOpen={setOpen} />
          )
        }
      </Loaded>
      <Tokens now={now} ownTokenIds={ownTokenIds} />
      {open?.kind === 'create' || open?.kind === 'edit' ? (
        <LinkDialog link={open.kind === 'edit' ? open.link : null} cameras={cameras} onClose={close} />
      ) : null}
      {open?.kind === 'revoke' ? <RevokeLink link={open.link} onClose={close} /> : null}
    </Section>
  );
}

function RevokeLink({ link: { id, name, viewerCount }, onClose }: { link: EmbedLink; onClose: () => void }): ReactNode {
  const { embeds } = useClient();
  const watching = viewerCount > 0 ? [text('revokeWatching', { count: viewerCount })] : [];
  return (
    <Confirm
      title={text('revokeTitle', { name })}
      paragraphs={[text('revokeText'), ...watching]}
      submitLabel={text('revokeSubmit')}
      busyLabel={text('revoking')}
      done={text('wasRevoked', { name })}
      change={() => embeds.revokeLink(id)}
      renewed={[keys.links, keys.tokens]}
      onClose={onClose}
    />
  );
}

/** Links with what they show and who watches. */
export function LinkRows({
  links,
  cameras,
  now,
  onOpen,
}: {
  links: readonly EmbedLink[];
  cameras: readonly NamedCamera[];
  now: number;
  onOpen: (open: Open) => void;
}): ReactNode {
  return (
    <Rows
      label={text('title')}
      rows={links}
      isEnded={({ state }) => state !== 'active'}
      columns={[
        {
          key: 'name',
          title: text('link'),
          cell: ({ name, id }) => (
            <>
              <b className="strong dev-name">{name}</b>
              <p className="dev-mono">{`/e/${id}`}</p>
            </>
          ),
        },
        { key: 'shows', title: text('shows'), cell: (link) => showsText(link, cameras, now) },
        { key: 'on', title: text('on'), cell: ({ origins }) => <Sites origins={origins} /> },
        { key: 'watching', title: text('watching'), cell: (link) => <Watching link={link} /> },
        {
          key: 'expires',
          title: text('until'),
          cell: (link) => {
            const ending = endingOf(link, now);
            return ending.isSoon ? <Badge tone="warning">{ending.text}</Badge> : <span className="dim">{ending.text}</span>;
          },
        },
      ]}
      actions={(link) =>
        link.state === 'active' ? (
          <span className="dev-actions">
            <CopyButton label={text('copyLink', { name: link.name })} content={link.url} />
            <Menu
              label={common('actionsFor', { name: link.name })}
              className={iconButtonClass({ small: true })}
              button={<Ellipsis size={20} />}
              entries={[
                { kind: 'item', label: text('copyIframe'), icon: <CodeXml size={20} />, onAction: () => copy(iframeOf(link)) },
                // With sites, it can't be opened by itself.
                ...(link.origins.length === 0
                  ? [{ kind: 'item' as const, label: text('open'), icon: <ExternalLink size={20} />, onAction: () => openPage(link.url) }]
                  : []),
                { kind: 'item', label: common('edit'), icon: <Pencil size={20} />, onAction: () => onOpen({ kind: 'edit', link }) },
                { kind: 'line' },
                {
                  kind: 'item',
                  danger: true,
                  label: text('revoke'),
                  icon: <Trash2 size={20} />,
                  onAction: () => onOpen({ kind: 'revoke', link }),
                },
              ]}
            />
          </span>
        ) : null
      }
    />
  );
}

function openPage(url: string): void {
  window.open(url, '_blank', 'noopener');
}

function showsText(link: EmbedLink, cameras: readonly NamedCamera[], now: number): string {
  return [camerasText(link.cameraIds, cameras), contentText(link.archive, now), ...(link.withAudio ? [text('withSound')] : [])].join(', ');
}

function Sites({ origins: [first, ...others] }: { origins: readonly string[] }): ReactNode {
  if (first === undefined) return text('anySite');
  const hosts = [first, ...others].map((origin) => new URL(origin).host);
  return <span className="dev-break">{hosts.join(', ')}</span>;
}

function Watching({ link: { viewerCount, maxViewers, state } }: { link: EmbedLink }): ReactNode {
  if (state !== 'active') return <span className="dim">0</span>;
  if (maxViewers === null) return <span className="n">{viewerCount}</span>;
  return (
    <>
      <span className="n">{text('of', { count: viewerCount, max: maxViewers })}</span>
      <span className="dev-bar" aria-hidden="true">
        <i style={{ width: `${Math.min(100, (viewerCount / maxViewers) * 100)}%` }} />
      </span>
    </>
  );
}
