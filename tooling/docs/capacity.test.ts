import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../lib/root.ts';
import { capacityInputs, capacityOf, capacityRows } from './capacity.ts';

const read = (path: string): string => readFileSync(join(root, path), 'utf8');

test.each([
  ['en', 'docs/guide/capacity.md'],
  ['ru', 'docs/ru/guide/capacity.md'],
] as const)('the table of the %s page is what its inputs give', (locale, page) => {
  const text = read(page);
  for (const row of capacityRows(locale)) expect(text).toContain(row);
});

test('inputs are those of the program', () => {
  expect(read('packages/server/src/media/recording/camera-recorder.ts')).toContain(
    `const minSegmentTicks = ${capacityInputs.segmentSeconds} * videoTimescale`,
  );
  expect(read('docs/guide/storage.md')).toContain(`${capacityInputs.objectsADay.toLocaleString('en')} a day`);
  expect(read('packages/server/src/cluster/placement.ts')).toContain('const plainBitRate = 2_000_000');
});

test('whatever is scarcest decides about machines', () => {
  expect(capacityOf(1).nodes).toBe(1);
  const byNetwork = { ...capacityInputs, coresACamera: 0 };
  expect(capacityOf(10_000, byNetwork).nodes).toBe(Math.ceil((10_000 * 2.05 * 2) / 5000));
});
