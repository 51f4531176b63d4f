import { WatchpostError } from '@watchpost/sdk-core';
import { expect, test } from 'vitest';
import { conflictsOf } from './detection-conflicts.ts';

test('only the server’s refusal names what cannot run beside a detection', () => {
  const refused = (details: Readonly<Record<string, unknown>>) => conflictsOf(new WatchpostError('detection-conflict', { details }));
  expect(refused({ conflicts: ['motion', 'lineCrossing', 'unknown'] })).toEqual(['motion', 'lineCrossing']);
  expect(refused({})).toEqual([]);
  expect(conflictsOf(new WatchpostError('forbidden', { details: { conflicts: ['motion'] } }))).toEqual([]);
  expect(conflictsOf(new Error('offline'))).toEqual([]);
});
