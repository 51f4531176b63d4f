import type { ApiKey, CreatedApiKey } from '@watchpost/sdk-core';
import { formatRelative } from '@watchpost/sdk-core';
import { Ellipsis, Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../../shared/client.tsx';
import { currentLocale } from '../../../shared/i18n/i18n.ts';
import { Button, iconButtonClass } from '../../../shared/ui/button.tsx';
import { Menu } from '../../../shared/ui/menu.tsx';
import { Badge } from '../../../shared/ui/status.tsx';
import { text as common } from '../developers-texts.ts';
import { keys, useApiKeys } from '../developers-queries.ts';
import { Confirm } from '../parts/developers-confirm.tsx';
import { Once } from '../parts/developers-once.tsx';
import { Rows } from '../parts/developers-rows.tsx';
import { camerasText, endingOf, sentenceOf } from '../parts/developers-say.ts';
import type { NamedCamera } from '../parts/developers-say.ts';
import { Loaded, Section } from '../parts/developers-section.tsx';
import { scopes } from './developers-key-draft.ts';
import { KeyDialog } from './developers-key-dialog.tsx';
import { text } from './developers-keys-texts.ts';

type Open = { readonly kind: 'create' } | { readonly kind: 'edit' | 'revoke'; readonly apiKey: ApiKey };

/** The user's keys, and a new one's secret. */
export function Keys({ cameras, now }: { readonly cameras: readonly NamedCamera[]; readonly now: number }): ReactNode {
  useTranslation();
  const query = useApiKeys();
  const [open, setOpen] = useState<Open | null>(null);
  const [created, setCreated] = useState<CreatedApiKey | null>(null);
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
      {created ? (
        <Once
          key={created.apiKey.id}
          title={text('ready', { name: created.apiKey.name })}
          about={text('readyText')}
          secret={created.secret}
          copyLabel={text('copyKey')}
          onClose={() => setCreated(null)}
        />
      ) : null}
      <Loaded query={query} rows={3}>
        {(apiKeys) =>
          apiKeys.length === 0 ? (
            <p className="dim dev-none">{text('none')}</p>
          ) : (
            <KeyRows apiKeys={apiKeys} cameras={cameras} now={now} onOpen={setOpen} />
          )
        }
      </Loaded>
      {open?.kind === 'create' || open?.kind === 'edit' ? (
        <KeyDialog apiKey={open.kind === 'edit' ? open.apiKey : null} cameras={cameras} onCreated={setCreated} onClose={close} />
      ) : null}
      {open?.kind === 'revoke' ? <RevokeKey apiKey={open.apiKey} now={now} onClose={close} /> : null}
    </Section>
  );
}

function RevokeKey({ apiKey, now, onClose }: { apiKey: ApiKey; now: number; onClose: () => void }): ReactNode {
  const client = useClient();
  const { id, name, lastUsedAt } = apiKey;
  const used = lastUsedAt === null ? [] : [text('revokeUsed', { time: formatRelative(lastUsedAt, now, { locale: currentLocale() }) })];
  return (
    <Confirm
      title={text('revokeTitle', { name })}
      paragraphs={[text('revokeText'), ...used]}
      submitLabel={text('revokeSubmit')}
      busyLabel={text('revoking')}
      done={text('wasRevoked', { name })}
      change={() => client.apiKeys.revoke(id)}
      renewed={[keys.apiKeys, keys.tokens]}
      onClose={onClose}
    />
  );
}

/** Keys with what they can do. */
export function KeyRows({
  apiKeys,
  cameras,
  now,
  onOpen,
}: {
  apiKeys: readonly ApiKey[];
  cameras: readonly NamedCamera[];
  now: number;
  onOpen: (open: Open) => void;
}): ReactNode {
  return (
    <Rows
      label={text('title')}
      rows={apiKeys}
      isEnded={({ state }) => state !== 'active'}
      columns={[
        {
          key: 'name',
          title: text('key'),
          cell: ({ name, hint }) => (
            <>
              <b className="strong dev-name">{name}</b>
              <p className="dev-mono">{`${hint}…`}</p>
            </>
          ),
        },
        {
          key: 'can',
          title: text('can'),
          cell: (apiKey) => (
            <>
              {sentenceOf(scopes.filter((scope) => apiKey.scopes.includes(scope)).map((scope) => text(`scope.${scope}`)))}
              <p>{[camerasText(apiKey.cameraIds, cameras), ...apiKey.origins.map((origin) => new URL(origin).host)].join(', ')}</p>
            </>
          ),
        },
        { key: 'from', title: text('from'), cell: ({ ipRanges }) => <From ipRanges={ipRanges} /> },
        { key: 'used', title: text('lastUsed'), cell: (apiKey) => <LastUsed apiKey={apiKey} now={now} /> },
        { key: 'expires', title: text('expires'), cell: (apiKey) => <Expires apiKey={apiKey} now={now} /> },
      ]}
      actions={(apiKey) =>
        apiKey.state === 'active' ? (
          <Menu
            label={common('actionsFor', { name: apiKey.name })}
            className={iconButtonClass({ small: true })}
            button={<Ellipsis size={20} />}
            entries={[
              { kind: 'item', label: common('edit'), icon: <Pencil size={20} />, onAction: () => onOpen({ kind: 'edit', apiKey }) },
              { kind: 'line' },
              {
                kind: 'item',
                danger: true,
                label: text('revoke'),
                icon: <Trash2 size={20} />,
                onAction: () => onOpen({ kind: 'revoke', apiKey }),
              },
            ]}
          />
        ) : null
      }
    />
  );
}

function From({ ipRanges: [first, ...others] }: { ipRanges: readonly string[] }): ReactNode {
  if (first === undefined) return text('anyAddress');
  return (
    <>
      <span className="dev-break">{first}</span>
      {others.length > 0 ? <p title={others.join(', ')}>{text('moreAddresses', { count: others.length })}</p> : null}
    </>
  );
}

function LastUsed({ apiKey: { lastUsedAt, lastUsedIp }, now }: { apiKey: ApiKey; now: number }): ReactNode {
  if (lastUsedAt === null) return <span className="dim">{common('never')}</span>;
  return (
    <>
      {sentenceOf([formatRelative(lastUsedAt, now, { locale: currentLocale() })])}
      {lastUsedIp === null ? null : <p className="n dev-break">{lastUsedIp}</p>}
    </>
  );
}

function Expires({ apiKey, now }: { apiKey: ApiKey; now: number }): ReactNode {
  const ending = endingOf(apiKey, now);
  return ending.isSoon ? <Badge tone="warning">{ending.text}</Badge> : <span className="dim">{ending.text}</span>;
}
