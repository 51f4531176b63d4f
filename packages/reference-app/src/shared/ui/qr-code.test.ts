import { encode } from 'uqr';
import { expect, test } from 'vitest';
import { qrPath } from './qr-code.tsx';

test('draws every dark module once, at its place inside the quiet zone, and nothing else', () => {
  const { data } = encode('https://watchpost.example/phone-camera#abcdefghijklmnopqrstuvwxyz0123456789_-ABCDE', { ecc: 'M', border: 0 });
  const drawn = data.map((row) => row.map(() => 0));
  for (const [, x = '', y = '', width = ''] of qrPath(data).matchAll(/M(\d+) (\d+)h(\d+)v1h-\3z/g)) {
    for (let column = 0; column < Number(width); column += 1) {
      const row = drawn[Number(y) - 4];
      if (row) row[Number(x) - 4 + column] = (row[Number(x) - 4 + column] ?? 0) + 1;
    }
  }
  expect(drawn).toEqual(data.map((row) => row.map(Number)));
});
