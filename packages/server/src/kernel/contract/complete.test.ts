import { expect, test } from 'vitest';
import { z } from 'zod';
import type { Complete } from './complete.ts';

const bodySchema = z.object({ id: z.string(), note: z.string().optional() });
type Body = z.infer<typeof bodySchema>;

test('a mapper that drops a field of the contract, required or optional, does not compile', () => {
  const complete: Body = { id: 'a', note: undefined } satisfies Complete<Body>;
  // @ts-expect-error The optional field is missing.
  const withoutOptional: Body = { id: 'a' } satisfies Complete<Body>;
  // @ts-expect-error A field that is only sometimes spread may be missing.
  const spread: Body = { id: 'a', ...(complete.note !== undefined && { note: complete.note }) } satisfies Complete<Body>;
  // @ts-expect-error The contract has no such field.
  const unknown: Body = { id: 'a', note: 'b', remark: 'c' } satisfies Complete<Body>;
  // Fields that are undefined are not sent.
  expect([complete, withoutOptional, spread].map((body) => JSON.stringify(body))).toEqual(Array(3).fill('{"id":"a"}'));
  expect(unknown.note).toBe('b');
});
