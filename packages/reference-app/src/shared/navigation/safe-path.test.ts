import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { safePath } from './safe-path.ts';

describe('safePath', () => {
  test.each([
    ['/', '/'],
    ['/cameras/abc-1', '/cameras/abc-1'],
    ['/cameras/abc?t=1763700000000', '/cameras/abc?t=1763700000000'],
    ['/cameras/add', '/cameras/add'],
    ['/cameras/../cameras/abc#x', '/cameras/abc#x'],
    ['/settings', '/settings'],
    ['/settings/locations-and-rooms/list', '/settings/locations-and-rooms/list'],
    ['/s/short', '/s/short'],
    ['/s/abcd/efgh/1234/5678', '/s/abcd/efgh/1234/5678'],
  ])('keeps %s', (candidate, expected) => {
    expect(safePath(candidate)).toBe(expected);
  });

  test.each([
    null,
    undefined,
    '',
    'cameras/abc',
    'https://evil.example/',
    'javascript:alert(1)',
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '/%5cevil.example',
    '/.//evil.example',
    '/..//evil.example',
    '/cameras/..//evil.example',
    '/%2e//evil.example',
    '/%2f/evil.example',
    '/%2F%2Fevil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '/cameras/a%0d%0ab',
    '/cameras/a\u0085b',
    '/cameras/%E0%A4%A',
    '/signin',
    '/signin?returnUrl=/cameras/a',
    '/cameras/../signin',
    '/unknown',
    '/s/',
    '/s//evil.example/abcdefgh',
    '/cameras/a.b',
    '/public/api/v3/cameras',
    `/cameras/${'a'.repeat(3000)}`,
  ])('sends %j to the root', (candidate) => {
    expect(safePath(candidate)).toBe('/');
  });

  test('navigation stays on the site, whatever the input', () => {
    const piece = fc.constantFrom(
      '/',
      '//',
      '\\',
      '.',
      '..',
      '%2f',
      '%5c',
      '%2e',
      '@',
      ':',
      '?',
      '#',
      'cameras',
      'evil.example',
      '\t',
      'a',
    );
    const random = fc.array(piece, { maxLength: 9 }).map((pieces) => `/${pieces.join('')}`);
    fc.assert(
      fc.property(fc.oneof(random, fc.string(), fc.webUrl()), (candidate) => {
        const path = safePath(candidate);
        const target = new URL(path, 'https://watchpost.example');
        expect(target.origin).toBe('https://watchpost.example');
        expect(path.startsWith('//')).toBe(false);
        expect(safePath(path)).toBe(path);
      }),
    );
  });
});
