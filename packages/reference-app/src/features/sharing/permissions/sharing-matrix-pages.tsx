import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { Button } from '../../../shared/ui/button.tsx';
import type { AllPeople } from '../manage/sharing-queries.ts';
import type { MatrixPerson } from './sharing-matrix.ts';
import { text } from './sharing-permissions-texts.ts';

/** People on a page, and cells: 50 people with 100 cameras each were 70,000 elements, and seconds for each press. */
const maxPeople = 50;
const maxCells = 1200;
const minPeople = 10;

/** Returns how many people a page has. @param columns beside their names */
export function pageSizeFor(columns: number): number {
  return Math.max(minPeople, Math.min(maxPeople, Math.floor(maxCells / Math.max(1, columns))));
}

export interface MatrixPage {
  readonly people: readonly MatrixPerson[];
  /** Number of the first, from 0. */
  readonly from: number;
  /** Number of all users, also of those that are not loaded yet. */
  readonly total: number;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  /** The next page is on its way. */
  readonly isWaiting: boolean;
  readonly go: (pages: -1 | 1) => void;
}

/** Returns the people of one page, and loads the next page ahead. */
export function useMatrixPage(loaded: readonly MatrixPerson[], answer: AllPeople, pageSize: number): MatrixPage {
  // Not the number of a page: the first user of the page stays first when the size changes.
  const [chosen, setFrom] = useState(0);
  const { hasMore, isBusy, error, loadMore, total: userCount, guests } = answer;
  // Guests come last: while people are missing, they would move from page to page.
  const known = hasMore ? loaded.filter(({ kind }) => kind === 'user') : loaded;
  const total = hasMore ? userCount + guests.length : loaded.length;
  const from = chosen < known.length ? chosen : 0;
  const isNextLoaded = known.length >= Math.min(total, from + 2 * pageSize);
  const isWanting = hasMore && !isNextLoaded;
  useEffect(() => {
    // After a failure the user decides when to try again.
    if (isWanting && !isBusy && error === null) loadMore();
  }, [isWanting, isBusy, error, loadMore]);
  return {
    people: known.slice(from, from + pageSize),
    from,
    total,
    isFirst: from === 0,
    isLast: from + pageSize >= total,
    isWaiting: isWanting && isBusy && known.length <= from + pageSize,
    go: (pages) => {
      if (pages > 0 && known.length <= from + pageSize) loadMore();
      else setFrom(Math.max(0, from + pages * pageSize));
    },
  };
}

/** Which people are shown, and the ways to the others; nothing when all of them fit. */
export function MatrixPager({ page, onTurn }: { readonly page: MatrixPage; readonly onTurn: () => void }): ReactNode {
  const { people, from, total, isFirst, isLast, isWaiting, go } = page;
  if (isFirst && isLast) return null;
  const turn = (pages: -1 | 1): void => {
    go(pages);
    onTurn();
  };
  return (
    <nav className="matrix-pages" aria-label={text('pages')}>
      <span className="n dim" role="status">
        {text('shownPeople', { from: from + 1, until: from + people.length, total })}
      </span>
      <Button size="s" disabled={isFirst} onClick={() => turn(-1)}>
        {text('previousPeople')}
      </Button>
      <Button size="s" disabled={isLast} busy={isWaiting} onClick={() => turn(1)}>
        {text('nextPeople')}
      </Button>
    </nav>
  );
}
