import { errorText } from '@watchpost/sdk-core';
import type { AccessEntry } from '@watchpost/sdk-core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { currentLocale } from '../../../shared/i18n/i18n.ts';
import { RichText } from '../../../shared/i18n/rich-text.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { EmptyState } from '../../../shared/ui/empty-state.tsx';
import { Skeleton } from '../../../shared/ui/status.tsx';
import { DownloadLog } from './sharing-log-download.tsx';
import { byDay, clockText, deedText, kindIcons, whoName } from './sharing-log-entry.ts';
import { useAccessLog } from './sharing-log-queries.ts';
import { text } from './sharing-log-texts.ts';
import './sharing-log.css';

const pageSize = 30;

/** What happened to one camera: beside its people and links, or below them. */
export function LogColumn({ cameraId, now }: { readonly cameraId: string; readonly now: number }): ReactNode {
  useTranslation();
  const filter = { cameraId };
  const { entries, error, isBusy, hasOlder, loadOlder, retry } = useAccessLog(filter, pageSize);
  return (
    <aside className="log-column" aria-labelledby="log-title">
      <header className="log-head">
        <h2 id="log-title">{text('title')}</h2>
        <DownloadLog filter={filter} isIcon />
      </header>
      {entries ? (
        entries.length === 0 ? (
          <p className="dim small">{text('emptyText')}</p>
        ) : (
          byDay(entries, now).map(({ key, title, entries: ofDay }) => (
            <section key={key} aria-labelledby={`log-${key}`}>
              <h3 id={`log-${key}`}>{title}</h3>
              <ol className="log-line">
                {ofDay.map((entry) => (
                  <Entry key={entry.id} entry={entry} />
                ))}
              </ol>
            </section>
          ))
        )
      ) : error ? (
        <EmptyState broken compact level="b" title={text('failed')} text={errorText(error, currentLocale())}>
          <Button size="s" busy={isBusy} onClick={retry}>
            {text('retry')}
          </Button>
        </EmptyState>
      ) : (
        <div className="log-wait" aria-busy="true">
          {Array.from({ length: 6 }, (_, index) => (
            <Skeleton key={index} width={index % 2 === 0 ? '80%' : '60%'} />
          ))}
        </div>
      )}
      {hasOlder ? (
        <Button look="quiet" size="s" busy={isBusy} onClick={loadOlder}>
          {text('showMore')}
        </Button>
      ) : null}
      <p className="log-kept">{text('kept')}</p>
    </aside>
  );
}

function Entry({ entry }: { entry: AccessEntry }): ReactNode {
  const Icon = kindIcons[entry.kind];
  return (
    <li className={entry.kind === 'refused' ? 'log-refused' : undefined}>
      <time className="n" dateTime={new Date(entry.at).toISOString()}>
        {clockText(entry.at)}
      </time>
      <span className="log-icon">
        <Icon size={16} />
      </span>
      <p>
        <b>{text('whoDid', { who: whoName(entry.who) })}</b> <RichText message={deedText(entry)} parts={{ b: (inner) => inner }} />
      </p>
    </li>
  );
}
