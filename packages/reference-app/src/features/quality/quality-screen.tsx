import { errorText } from '@watchpost/sdk-core';
import type { QualityDays } from '@watchpost/sdk-core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { currentLocale } from '../../shared/i18n/i18n.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Segmented } from '../../shared/ui/choice.tsx';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { Skeleton } from '../../shared/ui/status.tsx';
import { problemsOf, sortRows } from './quality-judge.ts';
import type { QualitySort } from './quality-judge.ts';
import { useCameras, useQuality } from './quality-queries.ts';
import { QualityRows } from './quality-rows.tsx';
import { text } from './quality-texts.ts';
import './quality.css';

const periods = { '1': 1, '7': 7, '30': 30 } as const satisfies Record<string, QualityDays>;
type Period = keyof typeof periods;

/** Where the picture is bad, and for whom (/settings/developers/quality). */
export function QualityScreen(): ReactNode {
  useTranslation();
  const [period, setPeriod] = useState<Period>('7');
  return (
    <div className="quality">
      <div className="quality-head">
        <p className="small dim">{text('about')}</p>
        <Segmented
          label={text('period')}
          value={period}
          onValue={setPeriod}
          options={(['1', '7', '30'] as const).map((value) => ({ value, label: text(`days.${value}`) }))}
        />
      </div>
      <Report period={period} />
    </div>
  );
}

function Report({ period }: { readonly period: Period }): ReactNode {
  const query = useQuality(periods[period]);
  const { data: cameras } = useCameras();
  const [sort, setSort] = useState<QualitySort>('problems');
  const [isReversed, setReversed] = useState(false);
  const { data, error, isFetching, isPlaceholderData, refetch } = query;
  if (error && (data === undefined || isPlaceholderData))
    return (
      <EmptyState broken level="h2" title={text('failed')} text={errorText(error, currentLocale())}>
        <Button look="primary" busy={isFetching} onClick={() => void refetch()}>
          {text('retry')}
        </Button>
      </EmptyState>
    );
  if (data === undefined || cameras === undefined) return <Waiting />;
  if (data.rows.length === 0) return <EmptyState level="h2" title={text('emptyTitle')} text={text('emptyText')} />;
  const titleOf = (id: string): string => cameras.find((camera) => camera.id === id)?.title ?? text('gone');
  const bad = data.rows.filter((row) => problemsOf(row).length > 0).length;
  const onSort = (next: QualitySort): void => {
    setReversed(next === sort && next !== 'problems' && !isReversed);
    setSort(next);
  };
  return (
    <div aria-busy={isPlaceholderData} className="quality-report">
      <p role="status" className="quality-verdict">
        {bad === 0 ? text('good') : text('bad', { rows: bad, total: data.rows.length })}
      </p>
      <QualityRows
        rows={sortRows(data.rows, sort, isReversed, titleOf)}
        titleOf={titleOf}
        sort={sort}
        isReversed={isReversed}
        onSort={onSort}
      />
    </div>
  );
}

/** The table's outline. */
function Waiting(): ReactNode {
  return (
    <div aria-busy="true">
      <span className="visually-hidden" role="status">
        {text('loading')}
      </span>
      {[0, 1, 2, 3].map((row) => (
        <div key={row} className="quality-waiting">
          <Skeleton width="24%" />
          <Skeleton width="38%" />
        </div>
      ))}
    </div>
  );
}
