/** The enabled rows of one menu level, in order. */
export function menuRows(list: HTMLElement): HTMLElement[] {
  return [...list.querySelectorAll<HTMLElement>('[role^=menuitem]')].filter(
    (row) => row.closest('[role=menu]') === list && row.getAttribute('aria-disabled') !== 'true',
  );
}

/**
 * The row that a key leads to: arrows wrap around, Home and End go to the ends.
 * @returns null for other keys
 */
export function rowForKey(rows: readonly HTMLElement[], current: Element | null, key: string): HTMLElement | null {
  const at = rows.findIndex((row) => row === current);
  const count = rows.length;
  if (count === 0) return null;
  const index =
    key === 'ArrowDown'
      ? (at + 1) % count
      : key === 'ArrowUp'
        ? (at <= 0 ? count : at) - 1
        : key === 'Home'
          ? 0
          : key === 'End'
            ? count - 1
            : null;
  return index === null ? null : (rows[index] ?? null);
}

/**
 * The row whose name starts with the typed text. Repeating a letter cycles through all rows that start with it.
 * @param typed text typed without a pause of half a second
 */
export function rowForText(rows: readonly HTMLElement[], current: Element | null, typed: string): HTMLElement | null {
  const wanted = typed.toLocaleLowerCase();
  const letter = wanted[0];
  if (letter === undefined) return null;
  const repeated = wanted.length > 1 && [...wanted].every((character) => character === letter);
  const sought = repeated ? letter : wanted;
  const at = rows.findIndex((row) => row === current);
  // A single letter moves on to the next row; several stay on the row while it matches.
  const from = at + (sought.length === 1 ? 1 : 0);
  const turned = [...rows.slice(Math.max(0, from)), ...rows.slice(0, Math.max(0, from))];
  return turned.find((row) => (row.dataset['name'] ?? '').toLocaleLowerCase().startsWith(sought)) ?? null;
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/** Whether a moving pointer is heading for a submenu, across rows that it does not mean. */
export function isHeadingFor(
  box: { readonly left: number; readonly right: number; readonly top: number; readonly bottom: number },
  from: Point,
  to: Point,
): boolean {
  const edge = from.x < box.left ? box.left : from.x > box.right ? box.right : null;
  if (edge === null || Math.sign(edge - from.x) !== Math.sign(to.x - from.x)) return false;
  const share = (to.x - from.x) / (edge - from.x);
  const within = (corner: number): number => from.y + (corner - from.y) * share;
  return to.y >= within(box.top) - 2 && to.y <= within(box.bottom) + 2;
}
