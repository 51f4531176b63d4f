import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readCameraLink } from './add-camera-link.ts';

const origin = 'https://watch.example';
const token = 'k3JxR0aZ7uQwE9tY';

test.each([
  [`${origin}/s/${token}`, { path: `/s/${token}` }],
  [`  ${origin}/s/${token}?from=mail `, { path: `/s/${token}` }],
  [`watch.example/s/${token}`, { path: `/s/${token}` }],
  ['', { problem: 'incorrect' }],
  ['my camera', { problem: 'incorrect' }],
  ['camera', { problem: 'incorrect' }],
  ['javascript:alert(1)', { problem: 'incorrect' }],
  ['ftp://watch.example/s/a', { problem: 'incorrect' }],
  [`https://evil.example/s/${token}`, { problem: 'foreign' }],
  [`https://watch.example@evil.example/s/${token}`, { problem: 'foreign' }],
  [`${origin}/s/short`, { problem: 'foreign' }],
  [`${origin}/cameras/cam_1`, { problem: 'foreign' }],
])('%j', (link, expected) => expect(readCameraLink(link, origin)).toEqual(expected));

test('a product on localhost has links too', () => {
  expect(readCameraLink(`http://localhost:8080/s/${token}`, 'http://localhost:8080')).toEqual({ path: `/s/${token}` });
});

test('any pasted text leads to the shared-link page or nowhere', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.webUrl(),
        fc.string().map((text) => `${origin}/s/${text}`),
        fc.string().map((text) => `${origin}/${text}`),
      ),
      (link) => {
        const result = readCameraLink(link, origin);
        if ('path' in result) expect(result.path).toMatch(/^\/s\/[\w/]{16,128}$/);
      },
    ),
  );
});
