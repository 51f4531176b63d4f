import { expect, test, vi } from 'vitest';
import { WatchpostError } from './errors.ts';

test('an error of another copy of the package is known by its brand, with its code', async () => {
  vi.resetModules();
  const other = await import('./errors.ts');
  expect(other.WatchpostError).not.toBe(WatchpostError);
  const error: unknown = new other.WatchpostError('not-found', { status: 404 });
  expect(error instanceof WatchpostError && [error.code, error.status]).toEqual(['not-found', 404]);
});

test.each([new Error('not-found'), { code: 'not-found', name: 'WatchpostError' }, 'not-found', null, undefined])(
  'nothing else is one: %s',
  (value) => {
    expect(value instanceof WatchpostError).toBe(false);
  },
);
