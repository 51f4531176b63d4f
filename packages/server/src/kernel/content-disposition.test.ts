import fc from 'fast-check';
import { expect, test } from 'vitest';
import { contentDisposition } from './content-disposition.ts';

test.each([
  ['Front door 2026-10-25 02.30.00+0100.mp4', 'attachment; filename="Front door 2026-10-25 02.30.00+0100.mp4"'],
  ['Двор.mp4', `attachment; filename="____.mp4"; filename*=UTF-8''%D0%94%D0%B2%D0%BE%D1%80.mp4`],
  ["Café (1)*'.mp4", `attachment; filename="Caf_ (1)*'.mp4"; filename*=UTF-8''Caf%C3%A9%20%281%29%2A%27.mp4`],
  ['a"b\\c%41.mp4', `attachment; filename="a_b_c_41.mp4"; filename*=UTF-8''a%22b%5Cc%2541.mp4`],
  ['a\r\nX: y', `attachment; filename="a__X: y"; filename*=UTF-8''a%0D%0AX%3A%20y`],
])('%j', (name, header) => expect(contentDisposition('attachment', name)).toBe(header));

test('any name is one header line that a browser can read back', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 100 }), (name) => {
      const header = contentDisposition('inline', name);
      expect(header).toMatch(/^inline; filename="[ !#$&-[\]-~]*"(; filename\*=UTF-8''[\w!#$&+.^`|~%-]*)?$/);
      const extended = /filename\*=UTF-8''(.*)$/.exec(header)?.[1];
      if (extended !== undefined) expect(decodeURIComponent(extended)).toBe(name.toWellFormed());
    }),
  );
});
