import { expect, test } from 'vitest';
import { z } from 'zod';
import { knownOf } from './known.ts';

const kind = z.enum(['live', 'archive']);

test('what a newer version has stored is left out, and the rest keeps its order', () => {
  expect(knownOf(kind, ['archive', 'hologram', 'live'])).toEqual(['archive', 'live']);
  expect(knownOf(z.object({ kind, at: z.int() }), [{ kind: 'hologram', at: 1 }, { kind: 'live', at: 2 }, null])).toEqual([
    { kind: 'live', at: 2 },
  ]);
});

test.each([['live'], [null], [{ 0: 'live' }], [[]]])('%j has nothing that is known', (items) => expect(knownOf(kind, items)).toEqual([]));
