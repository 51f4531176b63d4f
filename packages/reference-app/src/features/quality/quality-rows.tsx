import type { QualityRow } from '@watchpost/sdk-core';
import { ArrowDown, ArrowUp } from 'lucide-react';
import type { ReactNode } from 'react';
import { useIsRoomy } from '../../shared/browser/media.ts';
import { Select } from '../../shared/ui/choice.tsx';
import { Badge } from '../../shared/ui/status.tsx';
import { hasFewViews, problemsOf } from './quality-judge.ts';
import type { QualityProblem, QualitySort } from './quality-judge.ts';
import { browserText, errorsText, latencyText, slowStartText, stallsText, startupText, transportText, viewsText } from './quality-say.ts';
import { text } from './quality-texts.ts';

export interface QualityRowsProps {
  /** In their order. */
  readonly rows: readonly QualityRow[];
  readonly titleOf: (cameraId: string) => string;
  readonly sort: QualitySort;
  readonly isReversed: boolean;
  readonly onSort: (sort: QualitySort) => void;
}

/** A sortable table; where it has no room, a card for each row. */
export function QualityRows(props: QualityRowsProps): ReactNode {
  return useIsRoomy() ? <Table {...props} /> : <Cards {...props} />;
}

type Column = QualitySort | 'browser' | 'transport';
const columns = ['camera', 'browser', 'views', 'startup', 'stalls', 'latency', 'errors', 'transport'] as const satisfies readonly Column[];
const sorts = ['problems', 'camera', 'views', 'startup', 'stalls', 'latency', 'errors'] as const satisfies readonly QualitySort[];
type Shown = (typeof columns)[number];

function Table({ rows, titleOf, sort, isReversed, onSort }: QualityRowsProps): ReactNode {
  const direction = (sort === 'camera') === isReversed ? 'descending' : 'ascending';
  return (
    <table className="quality-table">
      <caption className="visually-hidden">{text('table')}</caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col" aria-sort={column === sort ? direction : undefined} className={`quality-${column}`}>
              {column === 'browser' || column === 'transport' ? (
                text(`column.${column}`)
              ) : (
                <button type="button" onClick={() => onSort(column)}>
                  {text(`column.${column}`)}
                  {column === sort ? direction === 'ascending' ? <ArrowUp size={16} /> : <ArrowDown size={16} /> : null}
                </button>
              )}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={`${row.cameraId} ${row.browser}`}>
            <th scope="row">{titleOf(row.cameraId)}</th>
            {columns.slice(1).map((column) => (
              <td key={column}>{cellOf(row, column)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Cards({ rows, titleOf, sort, onSort }: QualityRowsProps): ReactNode {
  return (
    <>
      <div className="quality-sort">
        <Select
          label={text('sort')}
          value={sort}
          onValue={onSort}
          options={sorts.map((value) => ({ value, label: value === 'problems' ? text('problemsFirst') : text(`column.${value}`) }))}
        />
      </div>
      <ul className="quality-cards" aria-label={text('table')}>
        {rows.map((row) => (
          <li key={`${row.cameraId} ${row.browser}`}>
            <p className="strong">{titleOf(row.cameraId)}</p>
            <p className="small dim">{browserText(row)}</p>
            <dl>
              {columns.slice(2).map((column) => (
                <div key={column}>
                  <dt>{text(`column.${column}`)}</dt>
                  <dd>{cellOf(row, column)}</dd>
                </div>
              ))}
            </dl>
          </li>
        ))}
      </ul>
    </>
  );
}

function cellOf(row: QualityRow, column: Shown): ReactNode {
  switch (column) {
    case 'camera':
      return null;
    case 'browser':
      return browserText(row);
    case 'views':
      return <Value note={hasFewViews(row) ? text('fewViews') : null}>{viewsText(row)}</Value>;
    case 'startup':
      return (
        <Value row={row} problem="startup" note={slowStartText(row)}>
          {startupText(row)}
        </Value>
      );
    case 'stalls':
      return (
        <Value row={row} problem="stalls">
          {stallsText(row)}
        </Value>
      );
    case 'latency':
      return (
        <Value row={row} problem="latency">
          {latencyText(row)}
        </Value>
      );
    case 'errors':
      return (
        <Value row={row} problem="errors">
          {errorsText(row)}
        </Value>
      );
    case 'transport':
      return transportText(row);
  }
}

/** A figure with what is bad about it, in words, and what explains it. */
function Value({
  row,
  problem,
  note = null,
  children,
}: {
  readonly row?: QualityRow;
  readonly problem?: QualityProblem;
  readonly note?: string | null;
  readonly children: string;
}): ReactNode {
  return (
    <>
      <span className="quality-value">
        {children}
        {row && problem && problemsOf(row).includes(problem) ? <Badge tone="warning">{text(`problem.${problem}`)}</Badge> : null}
      </span>
      {note === null ? null : <small>{note}</small>}
    </>
  );
}
