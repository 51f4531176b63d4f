import { errorText } from '@watchpost/sdk-core';
import type { AccessLogFilter, Camera } from '@watchpost/sdk-core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useIsLarge } from '../../../shared/browser/media.ts';
import { currentLocale } from '../../../shared/i18n/i18n.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { EmptyState } from '../../../shared/ui/empty-state.tsx';
import { Skeleton } from '../../../shared/ui/status.tsx';
import { DownloadLog } from './sharing-log-download.tsx';
import { kindsOfGroup } from './sharing-log-entry.ts';
import { isFiltered, LogFilters, noFilters } from './sharing-log-filters.tsx';
import type { LogChoice } from './sharing-log-filters.tsx';
import { LogList, LogTable } from './sharing-log-table.tsx';
import { useAccessLog, useLogCounts } from './sharing-log-queries.ts';
import { text } from './sharing-log-texts.ts';
import './sharing-log.css';

export interface LogSectionProps {
  readonly choice: LogChoice;
  readonly onChoice: (choice: LogChoice) => void;
  readonly people: readonly { readonly customerId: string; readonly email: string }[];
  readonly cameras: readonly Camera[];
  /** Unix milliseconds. */
  readonly now: number;
}

/** Days are counted from whole minutes, so that the filter stays the same while the user reads. */
const minuteMs = 60_000;

/** What happened to all cameras that the user manages, with filters. */
export function LogSection({ choice, onChoice, people, cameras, now }: LogSectionProps): ReactNode {
  useTranslation();
  const isLarge = useIsLarge();
  const { group, viewerId, cameraId, days, since } = choice;
  const base: AccessLogFilter = {
    ...(viewerId && { viewerId }),
    ...(cameraId && { cameraId }),
    ...(days < 90 && { from: Math.floor(since / minuteMs) * minuteMs - days * 86_400_000 }),
  };
  const filter: AccessLogFilter = { ...base, ...(group !== 'all' && { kind: [...kindsOfGroup[group]] }) };
  const { entries, error, isBusy, hasOlder, loadOlder, retry } = useAccessLog(filter);
  const counts = useLogCounts(base);
  return (
    <section className="log" aria-labelledby="log-title" id="access-log" tabIndex={-1}>
      <header className="log-head">
        <h2 id="log-title">{text('title')}</h2>
        <span className="small dimmer">{text('kept')}</span>
        <DownloadLog filter={filter} />
      </header>
      <LogFilters choice={choice} onChoice={onChoice} counts={counts} people={people} cameras={cameras} />
      <div aria-busy={!entries && !error} aria-live="off">
        {entries ? (
          entries.length === 0 ? (
            <EmptyState compact level="b" title={text(isFiltered(choice) ? 'emptyFiltered' : 'empty')} text={text('emptyText')}>
              {isFiltered(choice) ? (
                <Button size="s" onClick={() => onChoice(noFilters(since))}>
                  {text('clear')}
                </Button>
              ) : null}
            </EmptyState>
          ) : isLarge ? (
            <LogTable entries={entries} cameras={cameras} now={now} />
          ) : (
            <LogList entries={entries} now={now} />
          )
        ) : error ? (
          <EmptyState broken compact level="b" title={text('failed')} text={errorText(error, currentLocale())}>
            <Button size="s" busy={isBusy} onClick={retry}>
              {text('retry')}
            </Button>
          </EmptyState>
        ) : (
          <div className="log-wait">
            {Array.from({ length: 5 }, (_, index) => (
              <Skeleton key={index} kind="row" />
            ))}
          </div>
        )}
      </div>
      {hasOlder ? (
        <Button busy={isBusy} onClick={loadOlder}>
          {text('showMore')}
        </Button>
      ) : null}
    </section>
  );
}
