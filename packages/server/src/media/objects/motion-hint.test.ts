import { expect, test } from 'vitest';
import { createMotionHint } from './motion-hint.ts';

/** Sizes that tremble by a share, the same in each run. */
const trembling = (count: number, size: number, share = 0.2): number[] =>
  Array.from({ length: count }, (_, index) => Math.round(size * (1 + share * Math.sin(index * 2.4))));
const hints = (sizes: readonly number[]): number[] => {
  const hint = createMotionHint();
  return sizes.flatMap((size, index) => (hint.update(size) ? [index] : []));
};

test.each([400, 3000, 20_000])(
  'pictures of %i bytes that tremble give no hint; when they double, one comes within three pictures',
  (size) => {
    expect(hints(trembling(600, size))).toEqual([]);
    const [first = Infinity] = hints([...trembling(100, size), ...trembling(20, size * 2.5)]);
    expect(first - 100).toBeLessThan(3);
  },
);

test('one large picture alone is a hiccup of the encoder', () => {
  expect(hints([...trembling(100, 2000, 0.05), 4000, ...trembling(20, 2000, 0.05)])).toEqual([]);
});

test('pictures that take turns in size, and those of a constant rate, give no hint', () => {
  expect(hints(Array.from({ length: 300 }, (_, index) => (index % 3 === 0 ? 2400 : 700)))).toEqual([]);
  expect(hints(Array.from({ length: 300 }, () => 5000))).toEqual([]);
});

test('what lasts becomes usual', () => {
  const found = hints([...trembling(100, 1000), ...trembling(600, 3000)]);
  expect(found.length).toBeGreaterThan(0);
  expect(Math.max(...found)).toBeLessThan(250);
});
