import type { ReactNode } from 'react';
import { useIsLarge } from '../../../shared/browser/media.ts';
import { text } from '../developers-texts.ts';

interface Column<Row> {
  readonly key: string;
  readonly title: string;
  readonly cell: (row: Row) => ReactNode;
}

export interface RowsProps<Row> {
  /** Name of the table. */
  readonly label: string;
  readonly rows: readonly Row[];
  /** The first names the row. */
  readonly columns: readonly [Column<Row>, ...Column<Row>[]];
  readonly actions: (row: Row) => ReactNode;
  /** Revoked or expired: struck through. */
  readonly isEnded: (row: Row) => boolean;
}

/** A table on large screens; on phones a card for each row. */
export function Rows<Row extends { readonly id: string }>({ label, rows, columns, actions, isEnded }: RowsProps<Row>): ReactNode {
  const isLarge = useIsLarge();
  const [first, ...others] = columns;
  const classOf = (row: Row): string | undefined => (isEnded(row) ? 'dev-ended' : undefined);
  if (isLarge)
    return (
      <div className="dev-table-place">
        <table className="dev-table">
          <caption className="visually-hidden">{label}</caption>
          <thead>
            <tr>
              {columns.map(({ key, title }) => (
                <th key={key} scope="col" className={`dev-col-${key}`}>
                  {title}
                </th>
              ))}
              <th scope="col" className="dev-end">
                <span className="visually-hidden">{text('actions')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.id} className={classOf(row)}>
                <th scope="row">{first.cell(row)}</th>
                {others.map(({ key, cell }) => (
                  <td key={key}>{cell(row)}</td>
                ))}
                <td className="dev-end">{actions(row)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    );
  return (
    <ul className="dev-cards" aria-label={label}>
      {rows.map((row) => (
        <li key={row.id} className={classOf(row)}>
          <div className="dev-card-head">
            <div className="grow">{first.cell(row)}</div>
            {actions(row)}
          </div>
          <dl>
            {others.map(({ key, title, cell }) => (
              <div key={key}>
                <dt>{title}</dt>
                <dd>{cell(row)}</dd>
              </div>
            ))}
          </dl>
        </li>
      ))}
    </ul>
  );
}
