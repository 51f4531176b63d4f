import { describe, expect, test } from 'vitest';
import { hasPlayerKeys, keysOf } from './keys-model.ts';
import { isMacKeyboard, shellKey } from './shell-key.ts';

const press = (
  key: string,
  code: string,
  held: Partial<Record<'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'repeat', boolean>> = {},
) => ({ key, code, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, repeat: false, ...held });

describe('keys of the shell', () => {
  test.each([
    ['Ctrl K', press('k', 'KeyK', { ctrlKey: true }), false, 'palette'],
    ['⌘ K', press('k', 'KeyK', { metaKey: true }), false, 'palette'],
    ['Ctrl K in a Russian layout', press('л', 'KeyK', { ctrlKey: true }), false, 'palette'],
    ['Ctrl K in a field', press('k', 'KeyK', { ctrlKey: true }), true, 'palette'],
    ['K alone is the player’s', press('k', 'KeyK'), false, null],
    ['Ctrl Shift K is the browser’s', press('K', 'KeyK', { ctrlKey: true, shiftKey: true }), false, null],
    ['held down', press('k', 'KeyK', { ctrlKey: true, repeat: true }), false, null],
    ['?', press('?', 'Slash', { shiftKey: true }), false, 'keys'],
    ['? in a Russian layout', press('?', 'Digit7', { shiftKey: true }), false, 'keys'],
    ['? in a field', press('?', 'Slash', { shiftKey: true }), true, null],
    ['Ctrl ?', press('?', 'Slash', { ctrlKey: true, shiftKey: true }), false, null],
    ['/', press('/', 'Slash'), false, null],
  ] as const)('%s', (_, event, typing, expected) => {
    expect(shellKey(event, typing)).toBe(expected);
  });

  test('each screen’s own keys come first; a camera’s screen also has the player’s keys', () => {
    expect([hasPlayerKeys('/cameras/yard'), hasPlayerKeys('/cameras/yard/settings'), hasPlayerKeys('/')]).toEqual([true, false, false]);
    expect(keysOf('/cameras/yard', false).map(({ name }) => name)).toEqual(['everywhere']);
    expect(keysOf('/cameras/yard/settings', false).map(({ name }) => name)).toEqual(['everywhere']);
    expect(keysOf('/cameras/yard/ptz', false).map(({ name }) => name)).toEqual(['ptz', 'everywhere']);
    expect(keysOf('/video-wall', false).map(({ name }) => name)).toEqual(['wall', 'everywhere']);
    expect(keysOf('/activities', false).map(({ name }) => name)).toEqual(['events', 'everywhere']);
    expect(keysOf('/', false).map(({ name }) => name)).toEqual(['everywhere']);
  });

  test('shows the palette’s keys with the names on the keyboard', () => {
    const keys = (userAgent: string) => keysOf('/', isMacKeyboard(userAgent))[0]?.rows[0]?.keys;
    expect(keys('Mozilla/5.0 (Macintosh; Intel Mac OS X 14_5)')).toEqual([['⌘', 'K']]);
    expect(keys('Mozilla/5.0 (X11; Linux x86_64)')).toEqual([['Ctrl', 'K']]);
  });
});
