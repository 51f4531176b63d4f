import { useState } from 'react';
import type { CameraGroup, MatrixCell } from './sharing-matrix.ts';
import { wordOf } from './sharing-matrix.ts';

/** About as many columns as a large screen shows side by side. */
const maxColumns = 8;

/** What a person has in a location that is folded into one column. */
export interface FoldedAccess {
  readonly kind: 'owner' | 'full' | 'view' | 'live' | 'mixed';
  /** Cameras with access. */
  readonly count: number;
  readonly total: number;
}

/** Whether folding saves columns, and there is a heading to unfold it with. */
export function canFold({ cameras }: CameraGroup, groups: readonly CameraGroup[]): boolean {
  return cameras.length > 1 && hasHeadings(groups);
}

/** Whether the cameras are in locations, or too many to do without a heading that folds them. */
export function hasHeadings(groups: readonly CameraGroup[]): boolean {
  return groups.length > 1 || groups.some(({ title, cameras }) => Boolean(title) || cameras.length > maxColumns);
}

export interface Folds {
  isFolded(group: CameraGroup): boolean;
  fold(group: CameraGroup, isFolded: boolean): void;
  /** Columns that are shown. */
  readonly count: number;
}

/** Which locations are folded: at first those that do not fit, then as the user wants it. */
export function useFolds(groups: readonly CameraGroup[]): Folds {
  const [chosen, setChosen] = useState<ReadonlyMap<string, boolean>>(new Map());
  const first = foldedAtFirst(groups);
  const isFolded = (group: CameraGroup): boolean => canFold(group, groups) && (chosen.get(group.key) ?? first.has(group.key));
  return {
    isFolded,
    fold: ({ key }, folded) => setChosen(new Map(chosen).set(key, folded)),
    count: groups.reduce((sum, group) => sum + (isFolded(group) ? 1 : group.cameras.length), 0),
  };
}

/** Returns the keys of the locations that are folded at first: those whose cameras no longer fit beside the ones before. */
export function foldedAtFirst(groups: readonly CameraGroup[]): ReadonlySet<string> {
  const folded = new Set<string>();
  let columns = groups.length;
  for (const group of groups) {
    const added = group.cameras.length - 1;
    if (canFold(group, groups) && columns + added > maxColumns) folded.add(group.key);
    else columns += added;
  }
  return folded;
}

/** Sums up a person's cells in one location; null without access to any of its cameras. */
export function foldCells(cells: readonly MatrixCell[]): FoldedAccess | null {
  const kinds = new Set<FoldedAccess['kind']>();
  let [count, total] = [0, 0];
  for (const cell of cells) {
    const cameras = cell.kind === 'owner' ? cell.cameras.length : 1;
    total += cameras;
    if (cell.kind === 'none') continue;
    count += cameras;
    kinds.add(cell.kind === 'owner' ? 'owner' : wordOf(cell.grant));
  }
  const [kind, ...others] = kinds;
  return kind === undefined ? null : { kind: others.length === 0 ? kind : 'mixed', count, total };
}
