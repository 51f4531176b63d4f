import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { currentLocale } from '../../../shared/i18n/i18n.ts';
import { Picture } from '../log/sharing-log-table.tsx';
import { canFold, foldCells, hasHeadings } from './sharing-matrix-folds.ts';
import type { Folds } from './sharing-matrix-folds.ts';
import { Cell, Who } from './sharing-matrix-person.tsx';
import type { MatrixRowsProps } from './sharing-matrix-person.tsx';
import type { CameraGroup, MatrixCell } from './sharing-matrix.ts';
import { text } from './sharing-permissions-texts.ts';

export interface MatrixTableProps extends MatrixRowsProps {
  readonly groups: readonly CameraGroup[];
  readonly folds: Folds;
}

/** Widths of columns, px: a camera has room for its words and two icons, and its picture stays small. */
const personWidth = 248;
const widestCamera = 168;
const narrowestCamera = { en: 108, ru: 136 } as const;

/** A location, and whether it is one column. */
interface Columns {
  readonly group: CameraGroup;
  readonly isFolded: boolean;
  /** A line separates it from the location before. */
  readonly className: string | undefined;
}

/** People by cameras. The people stay while the cameras scroll; a location folds into one column. */
export function MatrixTable({ groups, folds, rows, now, onAction }: MatrixTableProps): ReactNode {
  const columns = groups.map((group, index): Columns => ({
    group,
    isFolded: folds.isFolded(group),
    className: index > 0 ? 'matrix-next' : undefined,
  }));
  const { count } = folds;
  const widthOf = (camera: number): string => `${personWidth + count * camera}px`;
  const corner = (
    <th scope="col" rowSpan={hasHeadings(groups) ? 2 : 1} className="matrix-sticky matrix-corner">
      {text('personColumn')}
    </th>
  );
  return (
    <div className="matrix-scroll">
      <table
        className="matrix"
        style={{ width: `min(100%,${widthOf(widestCamera)})`, minWidth: widthOf(narrowestCamera[currentLocale()]) }}
      >
        <caption className="visually-hidden">{text('matrix')}</caption>
        {/* Columns of cameras share the width, and never get narrower than their words. */}
        <colgroup>
          <col className="matrix-who-col" />
          <col span={count} />
        </colgroup>
        <thead>
          {hasHeadings(groups) ? (
            <tr className="matrix-groups">
              {corner}
              {columns.map(({ group, isFolded, className }) => (
                <th key={group.key} scope="colgroup" colSpan={isFolded ? 1 : group.cameras.length} className={className}>
                  <Heading
                    group={group}
                    isFolded={canFold(group, groups) ? isFolded : null}
                    onFold={(isFoldedNow) => folds.fold(group, isFoldedNow)}
                  />
                </th>
              ))}
            </tr>
          ) : null}
          <tr className="matrix-cameras">
            {hasHeadings(groups) ? null : corner}
            {columns.flatMap(({ group, isFolded, className }) =>
              group.cameras.slice(0, isFolded ? 1 : undefined).map((camera, index) => (
                <th key={camera.id} scope="col" className={index === 0 ? className : undefined}>
                  <Picture camera={camera} />
                  <span className="matrix-title">{isFolded ? text('camerasIn', { count: group.cameras.length }) : camera.title}</span>
                </th>
              )),
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, person, groups: cells }) => (
            <tr key={key}>
              <th scope="row" className="matrix-sticky">
                <Who person={person} now={now} onAction={onAction} />
              </th>
              {columns.flatMap(({ group, isFolded, className }, index) => {
                const ofGroup = cells[index] ?? [];
                if (isFolded)
                  return (
                    <td key={group.key} className={className}>
                      <FoldedCell cells={ofGroup} />
                    </td>
                  );
                return ofGroup.map((cell, place) => (
                  <td
                    key={cell.kind === 'owner' ? cell.cameras[0]?.id : cell.camera.id}
                    colSpan={cell.kind === 'owner' ? cell.cameras.length : undefined}
                    className={place === 0 ? className : undefined}
                  >
                    <Cell cell={cell} person={person} onAction={onAction} />
                  </td>
                ));
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The location's name; with several cameras, a button that folds them into one column. */
function Heading({
  group: { title },
  isFolded,
  onFold,
}: {
  readonly group: CameraGroup;
  /** Null: a single camera has nothing to fold. */
  readonly isFolded: boolean | null;
  readonly onFold: (isFolded: boolean) => void;
}): ReactNode {
  const name = title ?? text('elsewhere');
  if (isFolded === null) return name;
  return (
    <button type="button" className="matrix-fold" aria-expanded={!isFolded} onClick={() => onFold(!isFolded)}>
      <ChevronDown size={16} />
      <span className="cut">{name}</span>
    </button>
  );
}

function FoldedCell({ cells }: { readonly cells: readonly MatrixCell[] }): ReactNode {
  const folded = foldCells(cells);
  if (!folded) return null;
  const { kind, count, total } = folded;
  const access = text(kind);
  return (
    <span className="matrix-owner n">
      {count === total ? text('foldedAll', { access, count }) : text('folded', { access, count, total })}
    </span>
  );
}
