import { expect, test } from 'vitest';
import { splitRichText } from './rich-text.tsx';

test.each([
  ['plain', [{ tag: null, text: 'plain' }]],
  [
    'a <b>c</b> d',
    [
      { tag: null, text: 'a ' },
      { tag: 'b', text: 'c' },
      { tag: null, text: ' d' },
    ],
  ],
  [
    '<x>1</x><y>2</y>',
    [
      { tag: 'x', text: '1' },
      { tag: 'y', text: '2' },
    ],
  ],
  ['5 < 6 <open>', [{ tag: null, text: '5 < 6 <open>' }]],
  ['', []],
])('%s', (message, pieces) => {
  expect(splitRichText(message)).toEqual(pieces);
});
