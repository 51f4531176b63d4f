import type { StreamLink } from '@watchpost/sdk-core';
import { Ellipsis, Link2, Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../../shared/client.tsx';
import { Button, iconButtonClass } from '../../../shared/ui/button.tsx';
import { Menu } from '../../../shared/ui/menu.tsx';
import { Badge } from '../../../shared/ui/status.tsx';
import { keys, useStreamLinks, useStreamOutputs } from '../developers-queries.ts';
import { text as common } from '../developers-texts.ts';
import { Confirm } from '../parts/developers-confirm.tsx';
import { Rows } from '../parts/developers-rows.tsx';
import { camerasText, endingOf } from '../parts/developers-say.ts';
import type { NamedCamera } from '../parts/developers-say.ts';
import { Loaded, Section } from '../parts/developers-section.tsx';
import { StreamAddresses } from './developers-stream-addresses.tsx';
import { StreamDialog } from './developers-stream-dialog.tsx';
import { text } from './developers-streams-texts.ts';

type Open = { readonly kind: 'create' } | { readonly kind: 'edit' | 'revoke' | 'addresses'; readonly link: StreamLink };

export interface StreamsProps {
  readonly cameras: readonly NamedCamera[];
  readonly now: number;
}

/** Addresses by which other software plays cameras. */
export function Streams({ cameras, now }: StreamsProps): ReactNode {
  useTranslation();
  const query = useStreamLinks();
  const { data: outputs } = useStreamOutputs();
  const [open, setOpen] = useState<Open | null>(null);
  const close = (): void => setOpen(null);
  return (
    <Section
      title={text('title')}
      about={text('about')}
      action={
        isAny(cameras) ? (
          <Button icon={<Plus size={20} />} onClick={() => setOpen({ kind: 'create' })}>
            {text('create')}
          </Button>
        ) : null
      }
    >
      <Loaded query={query}>
        {(links) =>
          links.length === 0 ? (
            <p className="dim dev-none">{text('none')}</p>
          ) : (
            <StreamRows links={links} cameras={cameras} now={now} onOpen={setOpen} />
          )
        }
      </Loaded>
      {(open?.kind === 'create' || open?.kind === 'edit') && isAny(cameras) ? (
        <StreamDialog
          link={open.kind === 'edit' ? open.link : null}
          cameras={cameras}
          hasOnvif={outputs?.onvif ?? false}
          onCreated={(link) => setOpen({ kind: 'addresses', link })}
          onClose={close}
        />
      ) : null}
      {open?.kind === 'addresses' ? <StreamAddresses link={open.link} onClose={close} /> : null}
      {open?.kind === 'revoke' ? <RevokeStream link={open.link} onClose={close} /> : null}
    </Section>
  );
}

function isAny(cameras: readonly NamedCamera[]): cameras is readonly [NamedCamera, ...NamedCamera[]] {
  return cameras.length > 0;
}

function RevokeStream({ link: { id, name }, onClose }: { link: StreamLink; onClose: () => void }): ReactNode {
  const { streamLinks } = useClient();
  return (
    <Confirm
      title={text('revokeTitle', { name })}
      paragraphs={[text('revokeText')]}
      submitLabel={text('revokeSubmit')}
      busyLabel={text('revoking')}
      done={text('wasRevoked', { name })}
      change={() => streamLinks.revoke(id)}
      renewed={[keys.streams]}
      onClose={onClose}
    />
  );
}

/** Links with their camera and what they play. */
export function StreamRows({
  links,
  cameras,
  now,
  onOpen,
}: {
  links: readonly StreamLink[];
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
        { key: 'name', title: text('link'), cell: ({ name }) => <b className="strong dev-name">{name}</b> },
        { key: 'camera', title: text('camera'), cell: ({ cameraId }) => camerasText([cameraId], cameras) },
        { key: 'formats', title: text('formats'), cell: formatsText },
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
          <Menu
            label={common('actionsFor', { name: link.name })}
            className={iconButtonClass({ small: true })}
            button={<Ellipsis size={20} />}
            entries={[
              { kind: 'item', label: text('addresses'), icon: <Link2 size={20} />, onAction: () => onOpen({ kind: 'addresses', link }) },
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
        ) : null
      }
    />
  );
}

function formatsText({ formats, urls, withAudio }: StreamLink): string {
  const names = formats.map((format) => text(`format.${format}`));
  return [...names, ...(urls.onvif === null ? [] : [text('onvif')]), ...(withAudio ? [text('withSound')] : [])].join(', ');
}
