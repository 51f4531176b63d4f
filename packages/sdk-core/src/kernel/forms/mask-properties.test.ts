import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createMask } from './mask.ts';

// Literals that no token accepts, and different ones for optional slots: the mask is unambiguous.
const literal = fc.constantFrom('-', '.', ' ', '(', ')', '/', ':', '\\#', '\\?');
const token = fc.constantFrom('#', 'X', 'S', 'A', 'a', 'A|B', '%');
const place = fc
  .tuple(token, fc.constantFrom('', '', '?', '*'))
  .map(([char, quantifier]) => char + (char === '%' && quantifier === '' ? '?' : quantifier));
const pattern = fc.array(fc.oneof(literal, place), { minLength: 1, maxLength: 10 }).map((parts) => parts.join(''));
const text = fc.oneof(
  fc.string({ unit: fc.constantFrom(...'0129aBжЯ-. ()/:#?%+𐐨é'), maxLength: 20 }),
  fc.string({ maxLength: 20 }),
  fc.string({ unit: 'grapheme', maxLength: 8 }),
);
/** Digits and literals, none optional; the prefix contains a digit. */
const digitPattern = fc
  .array(fc.constantFrom('#', '#', '-', ' ', ')'), { minLength: 2, maxLength: 16 })
  .map((parts) => `+7 ${parts.join('')}#`);
const digits = fc.string({ unit: fc.constantFrom(...'0123456789'), maxLength: 16 });
const runs = { numRuns: 1_000 };

describe('any mask, any text', () => {
  test('formatting again changes nothing, wherever the caret is', () => {
    fc.assert(
      fc.property(pattern, text, fc.nat(), (mask, given, seed) => {
        const { format } = createMask(mask);
        const { value, caret } = format(given, seed % (given.length + 1));
        expect(format(value, caret)).toEqual({ value, caret });
        const anywhere = seed % (value.length + 1);
        expect(format(value, anywhere).value).toBe(value);
      }),
      runs,
    );
  });

  test('the caret is inside, never within a character, and only moves forward with typed text', () => {
    fc.assert(
      fc.property(pattern, text, (mask, given) => {
        const { format } = createMask(mask);
        let last = 0;
        for (let caret = 0; caret <= given.length; caret += 1) {
          const { value, caret: at } = format(given, caret);
          expect(at).toBeGreaterThanOrEqual(0);
          expect(at).toBeLessThanOrEqual(value.length);
          if (isBoundary(given, caret)) {
            expect(isBoundary(value, at)).toBe(true);
            expect(at).toBeGreaterThanOrEqual(last);
            last = at;
          }
        }
      }),
      runs,
    );
  });

  test('an edit of a masked text produces a masked text', () => {
    fc.assert(
      fc.property(pattern, text, text, fc.nat(), fc.nat(), fc.boolean(), (mask, given, typed, first, second, isForward) => {
        const { format } = createMask(mask);
        const previous = format(given).value;
        const [start, end] = [first, second].map((place) => place % (previous.length + 1)).sort((a, b) => a - b);
        const { value, caret } = format(previous.slice(0, start) + typed + previous.slice(end), (start ?? 0) + typed.length, {
          previous,
          isForward,
        });
        expect(format(value, caret)).toEqual({ value, caret });
      }),
      runs,
    );
  });
});

describe('digits with a digit in the prefix', () => {
  const filled = fc
    .tuple(digitPattern, digits)
    .map(([mask, numbers]) => {
      const value = createMask(mask).fill(numbers);
      return { mask, value, raw: numbers.slice(0, mask.split('#').length - 1) };
    })
    .filter(({ raw }) => raw !== '');

  test('raw and fill are inverse', () => {
    fc.assert(
      fc.property(filled, ({ mask, value, raw }) => {
        const { raw: rawOf, fill, format } = createMask(mask);
        expect(rawOf(value)).toBe(raw);
        expect(fill(rawOf(value))).toBe(value);
        expect(format(value).value).toBe(value);
      }),
      runs,
    );
  });

  test('deleting removes the character before the caret, or before a literal; with the Delete key, after it', () => {
    fc.assert(
      fc.property(filled, fc.nat(), fc.boolean(), ({ mask, value, raw }, seed, isForward) => {
        const { format, raw: rawOf } = createMask(mask);
        const at = seed % value.length;
        const { value: next, caret } = format(value.slice(0, at) + value.slice(at + 1), at, { previous: value, isForward });
        const before = ownBefore(mask, value, at);
        const isOwn = ownBefore(mask, value, at + 1) > before;
        const gone = isOwn || isForward ? before : before - 1;
        expect(rawOf(next)).toBe(raw.slice(0, Math.max(0, gone)) + raw.slice(gone + 1));
        expect(ownBefore(mask, next, caret)).toBe(isOwn || isForward ? before : Math.max(0, before - 1));
      }),
      runs,
    );
  });

  test('typing and pasting in the middle inserts there, with the caret after it', () => {
    fc.assert(
      fc.property(
        filled,
        digits.filter((pasted) => pasted !== ''),
        fc.nat(),
        ({ mask, value, raw }, pasted, seed) => {
          const { format, raw: rawOf } = createMask(mask);
          // After the prefix: before it, a 7 may belong to the prefix.
          const at = 3 + (seed % (value.length - 2));
          const before = ownBefore(mask, value, at);
          const places = mask.split('#').length - 1;
          const { value: next, caret } = format(value.slice(0, at) + pasted + value.slice(at), at + pasted.length, { previous: value });
          expect(rawOf(next)).toBe((raw.slice(0, before) + pasted + raw.slice(before)).slice(0, places));
          expect(ownBefore(mask, next, caret)).toBe(Math.min(places, before + pasted.length));
        },
      ),
      runs,
    );
  });

  test('typing key by key equals pasting', () => {
    fc.assert(
      fc.property(digitPattern, digits, (mask, numbers) => {
        const { format } = createMask(mask);
        let state = { value: '', caret: 0 };
        for (const key of numbers)
          state = format(state.value.slice(0, state.caret) + key + state.value.slice(state.caret), state.caret + 1, {
            previous: state.value,
          });
        expect(state.value).toBe(format(numbers).value);
      }),
      runs,
    );
  });
});

function isBoundary(value: string, offset: number): boolean {
  return !/[\uDC00-\uDFFF]/.test(value.charAt(offset));
}

/** The user's digits before an offset, without the prefix. */
function ownBefore(mask: string, value: string, offset: number): number {
  const prefix = mask.indexOf('#') < 0 ? value.length : 3;
  return value.slice(prefix, Math.max(prefix, offset)).replaceAll(/\D/g, '').length;
}
