import { useId, useState } from 'react';
import type { ReactNode } from 'react';
import { Button } from '../../../shared/ui/button.tsx';
import { Cell, Who } from './sharing-matrix-person.tsx';
import type { MatrixRowsProps } from './sharing-matrix-person.tsx';
import type { MatrixRow } from './sharing-matrix.ts';
import { text } from './sharing-permissions-texts.ts';

/** More cameras of one person are folded. */
const maxShownCameras = 5;

/** The matrix for phones: each person with a list of cameras. */
export function MatrixList({ rows, ...rest }: MatrixRowsProps): ReactNode {
  return (
    <ul className="share-list">
      {rows.map((row) => (
        <Person key={row.key} row={row} {...rest} />
      ))}
    </ul>
  );
}

function Person({
  row: { person, groups },
  now,
  onAction,
}: Omit<MatrixRowsProps, 'rows'> & {
  readonly row: MatrixRow;
}): ReactNode {
  const id = useId();
  const [isUnfolded, setUnfolded] = useState(false);
  const cells = groups.flat().filter((cell) => cell.kind !== 'none');
  // A line that says "1 more" would take the place of that one.
  const shown = isUnfolded || cells.length <= maxShownCameras + 1 ? cells : cells.slice(0, maxShownCameras);
  return (
    <li className="matrix-person">
      <div id={id}>
        <Who person={person} now={now} onAction={onAction} />
      </div>
      <ul aria-labelledby={id}>
        {shown.map((cell) => (
          <li key={cell.kind === 'owner' ? cell.cameras[0]?.id : cell.camera.id} className="matrix-person-camera">
            <span className="grow">{cell.kind === 'owner' ? cell.cameras.map(({ title }) => title).join(', ') : cell.camera.title}</span>
            {cell.kind === 'owner' ? (
              <span className="dim small">{text('owner')}</span>
            ) : (
              <Cell cell={cell} person={person} onAction={onAction} />
            )}
          </li>
        ))}
      </ul>
      {shown.length < cells.length ? (
        <div className="matrix-person-more">
          <Button look="quiet" onClick={() => setUnfolded(true)}>
            {text('moreCameras', { count: cells.length - shown.length })}
          </Button>
        </div>
      ) : null}
    </li>
  );
}
