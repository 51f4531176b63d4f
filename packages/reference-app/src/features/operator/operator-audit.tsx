import { useMutation } from '@tanstack/react-query';
import { errorText, formatTime, ownTimeZone } from '@watchpost/sdk-core';
import type { AuditEntry, AuditKind, Client, SettingName } from '@watchpost/sdk-core';
import { Cctv, Download, KeyRound, ReceiptText, SlidersHorizontal, UserRound } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useClient } from '../../shared/client.tsx';
import { currentLocale } from '../../shared/i18n/i18n.ts';
import { RichText } from '../../shared/i18n/rich-text.tsx';
import { dayKey, dayOf, dayText } from '../../shared/time/time-texts.ts';
import { Button, IconButton } from '../../shared/ui/button.tsx';
import { Select } from '../../shared/ui/choice.tsx';
import { Skeleton } from '../../shared/ui/status.tsx';
import { showToast } from '../../shared/ui/toast.ts';
import { useAuditLog } from './operator-queries.ts';
import { settingKinds } from './operator-setting-kinds.ts';
import { text } from './operator-texts.ts';

const filters = ['all', 'people', 'plans', 'cameras', 'revoked', 'settings'] as const;
type Filter = (typeof filters)[number];

const groupOf: Readonly<Record<AuditKind, Exclude<Filter, 'all'>>> = {
  'operator-signed-in': 'people',
  'account-deleted': 'people',
  'email-changed': 'people',
  'device-signed-out': 'people',
  'plan-changed': 'plans',
  'plan-retired': 'plans',
  'camera-removed': 'cameras',
  'camera-settings-changed': 'cameras',
  'footage-deleted': 'cameras',
  'user-removed': 'revoked',
  'link-revoked': 'revoked',
  'key-revoked': 'revoked',
  'embed-revoked': 'revoked',
  'stream-revoked': 'revoked',
  'webhook-removed': 'revoked',
  'setting-changed': 'settings',
};
const icons: Readonly<Record<Exclude<Filter, 'all'>, LucideIcon>> = {
  people: UserRound,
  plans: ReceiptText,
  cameras: Cctv,
  revoked: KeyRound,
  settings: SlidersHorizontal,
};

const isKind = (kind: string): kind is AuditKind => Object.hasOwn(groupOf, kind);
const kindsOf = (filter: Filter): readonly AuditKind[] =>
  filter === 'all' ? [] : Object.keys(groupOf).filter((kind): kind is AuditKind => isKind(kind) && groupOf[kind] === filter);

/** Who did what, by day, newest first. */
export function AuditLog({ now }: { readonly now: number }): ReactNode {
  const client = useClient();
  const [filter, setFilter] = useState<Filter>('all');
  const kinds = kindsOf(filter);
  const { entries, error, isBusy, hasOlder, loadOlder, retry } = useAuditLog(kinds);
  const { mutate: download, isPending } = useMutation({
    mutationFn: () => downloadAudit(client, kinds),
    onError: (failure) => showToast('error', text('downloadFailed'), { id: 'audit', text: errorText(failure, currentLocale()) }),
  });
  return (
    <section aria-labelledby="operator-audit">
      <div className="operator-head">
        <h2 className="grow" id="operator-audit">
          {text('audit')}
        </h2>
        <IconButton small label={text(isPending ? 'downloading' : 'download')} disabled={isPending} onClick={() => download()}>
          <Download size={20} />
        </IconButton>
      </div>
      <Select
        label={text('filter')}
        value={filter}
        options={filters.map((value) => ({ value, label: text(`filters.${value}`) }))}
        onValue={(value) => setFilter(filters.find((known) => known === value) ?? 'all')}
      />
      {entries ? (
        <Days entries={entries} now={now} isFiltered={filter !== 'all'} />
      ) : error ? (
        <div className="operator-failed small">
          <p>
            {text('auditFailed')} {errorText(error, currentLocale())}
          </p>
          <Button size="s" busy={isBusy} onClick={retry}>
            {text('retry')}
          </Button>
        </div>
      ) : (
        <div className="operator-waiting">
          <Skeleton width="90%" />
          <Skeleton width="70%" />
        </div>
      )}
      {hasOlder ? (
        <Button look="quiet" size="s" busy={isBusy} onClick={loadOlder}>
          {text('older')}
        </Button>
      ) : null}
    </section>
  );
}

function Days({
  entries,
  now,
  isFiltered,
}: {
  readonly entries: readonly AuditEntry[];
  readonly now: number;
  readonly isFiltered: boolean;
}): ReactNode {
  const locale = currentLocale();
  const timeZone = ownTimeZone();
  if (entries.length === 0) return <p className="small dim operator-none">{text(isFiltered ? 'auditNone' : 'auditEmpty')}</p>;
  return [...byDay(entries, timeZone)].map(([key, ofDay]) => {
    const at = ofDay[0]?.at ?? now;
    const day = dayOf(at, now, timeZone);
    return (
      <div key={key} className="operator-log">
        <h3>{day === 'other' ? dayText(at, now, locale, timeZone) : text(day)}</h3>
        <ul>
          {ofDay.map((entry) => (
            <Entry key={entry.id} entry={entry} />
          ))}
        </ul>
      </div>
    );
  });
}

function byDay(entries: readonly AuditEntry[], timeZone: string): ReadonlyMap<string, readonly AuditEntry[]> {
  const days = new Map<string, AuditEntry[]>();
  for (const entry of entries) {
    const key = dayKey(entry.at, timeZone);
    days.set(key, [...(days.get(key) ?? []), entry]);
  }
  return days;
}

function Entry({ entry: { at, kind, actor, subject } }: { readonly entry: AuditEntry }): ReactNode {
  const Icon = icons[groupOf[kind]];
  const name = nameOf(kind, subject);
  return (
    <li>
      <time dateTime={new Date(at).toISOString()}>{formatTime(at, { locale: currentLocale(), timeZone: ownTimeZone() })}</time>
      <Icon size={16} aria-hidden="true" />
      <p>
        <RichText message={text(`kind.${kind}`, { who: actor?.email ?? text('system') })} parts={{ b: (part) => <b>{part}</b> }} />
        {name ? <span>, {name}</span> : null}
      </p>
    </li>
  );
}

function nameOf(kind: AuditKind, subject: AuditEntry['subject']): string | null {
  if (kind === 'plan-changed' || kind === 'plan-retired') return subject?.name ?? subject?.id ?? null;
  if (kind !== 'setting-changed' || subject === null) return subject?.name ?? null;
  const setting = isSetting(subject.id) ? text(`setting.${subject.id}.name`) : subject.id;
  return text('settingTo', { setting, value: subject.name ?? text('startValue') });
}

const isSetting = (name: string): name is SettingName => Object.hasOwn(settingKinds, name);

/** Saves the log as a file. */
async function downloadAudit({ operator }: Pick<Client, 'operator'>, kinds: readonly AuditKind[]): Promise<void> {
  const file = await operator.exportAuditLog(kinds.length > 0 ? { kind: [...kinds] } : {});
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = text('fileName');
  link.click();
  URL.revokeObjectURL(link.href);
}
