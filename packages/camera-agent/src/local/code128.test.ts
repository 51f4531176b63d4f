import fc from 'fast-check';
import { expect, test } from 'vitest';
import { barcodeLines, barcodeSvg, code128 } from './code128.ts';

const widthsOf = (modules: readonly boolean[]): string => {
  const widths: number[] = [];
  modules.forEach((isDark, at) =>
    at > 0 && modules[at - 1] === isDark ? (widths[widths.length - 1] = (widths.at(-1) ?? 0) + 1) : widths.push(1),
  );
  return widths.slice(1, -1).join('');
};

test('a known code has these widths, with quiet zones around it', () => {
  // Start B, W, P, check (104 + 55 + 2 · 48 = 255, modulo 103 is 49), stop.
  const modules = code128('WP');
  expect(widthsOf(modules)).toBe('211214' + '311321' + '313121' + '211331' + '2331112');
  expect(modules.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => false));
  expect(modules.slice(-10)).toEqual(Array.from({ length: 10 }, () => false));
});

test('every value has a unique pattern, 11 modules wide', () => {
  const text = fc.string({ unit: fc.integer({ min: 32, max: 126 }).map((code) => String.fromCharCode(code)), minLength: 1, maxLength: 64 });
  fc.assert(
    fc.property(text, text, (one, other) => {
      expect(code128(one).length).toBe(20 + 11 * (one.length + 2) + 13);
      if (one !== other) expect(code128(one)).not.toEqual(code128(other));
    }),
  );
});

test('refuses characters that a barcode can’t hold', () => {
  for (const text of ['', 'é', 'a\n']) expect(() => code128(text)).toThrow(RangeError);
});

test('the picture and the terminal lines show the same code', () => {
  const modules = code128('WP-1');
  expect([...barcodeSvg('WP-1').matchAll(/M(\d+) 0h1/g)].map(([, at]) => Number(at))).toEqual(
    modules.flatMap((isDark, at) => (isDark ? at : [])),
  );
  const [line = '', ...others] = barcodeLines('WP-1', 3);
  expect(others).toEqual([line, line]);
  const light = [...line].flatMap((cell) => [cell === '█' || cell === '▌', cell === '█' || cell === '▐']);
  expect(light.slice(0, modules.length)).toEqual(modules.map((isDark) => !isDark));
});
