import { buildCamera, buildGrant } from '@watchpost/sdk-core/testing';
import { describe, expect, test } from 'vitest';
import { foldCells, foldedAtFirst } from './sharing-matrix-folds.ts';
import type { CameraGroup, MatrixCell } from './sharing-matrix.ts';

const group = (key: string, count: number, title: string | null = key): CameraGroup => ({
  key,
  title,
  cameras: Array.from({ length: count }, (_, index) => buildCamera({ id: `${key}-${index}` })),
});

describe('which locations are folded at first', () => {
  test.each([
    ['none of few cameras', [group('home', 4), group('shop', 4)], []],
    ['those whose cameras no longer fit', [group('home', 4), group('shop', 20), group('dacha', 3)], ['shop']],
    ['a large one alone', [group('depot', 100)], ['depot']],
    ['never one of a single camera', Array.from({ length: 20 }, (_, index) => group(`l${index}`, 1)), []],
    ['few cameras without locations have no heading', [group('', 8, null)], []],
    ['many do, to be folded by', [group('', 9, null)], ['']],
  ])('%s', (_, groups, folded) => {
    expect([...foldedAtFirst(groups)]).toEqual(folded);
  });
});

describe('what a person has in a folded location', () => {
  const camera = buildCamera();
  const none: MatrixCell = { kind: 'none', camera };
  const view: MatrixCell = { kind: 'grant', camera, grant: buildGrant(), source: null };
  const full: MatrixCell = { kind: 'grant', camera, grant: buildGrant({ access: 'full' }), source: null };
  const owner: MatrixCell = { kind: 'owner', cameras: [camera, camera, camera], isWholeGroup: false };

  test.each<[string, readonly MatrixCell[], ReturnType<typeof foldCells>]>([
    ['nothing', [none, none], null],
    ['the same on some cameras', [view, none, view], { kind: 'view', count: 2, total: 3 }],
    ['different access', [view, full, none], { kind: 'mixed', count: 2, total: 3 }],
    ['everything, as the owner', [owner], { kind: 'owner', count: 3, total: 3 }],
    ['own cameras beside others', [owner, full], { kind: 'mixed', count: 4, total: 4 }],
  ])('%s', (_, cells, folded) => {
    expect(foldCells(cells)).toEqual(folded);
  });
});
