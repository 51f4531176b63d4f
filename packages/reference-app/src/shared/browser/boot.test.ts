// @vitest-environment jsdom
import { join } from 'node:path';
import { beforeEach, expect, test, vi } from 'vitest';

const script = join(import.meta.dirname, '../../../public/boot.js');

/** Runs the script as a page does that is being loaded. */
async function boot({ colours = true, frames = true, language = 'en', base = '' } = {}): Promise<string | null> {
  document.head.replaceChildren();
  document.body.replaceChildren(document.createElement('main'));
  for (const [tag, attributes] of [
    ['meta', { name: 'theme-color' }],
    ['meta', { name: 'watchpost:base', content: base }],
    ['link', { rel: 'manifest', href: '/manifest.en.webmanifest' }],
  ] as const) {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    document.head.append(element);
  }
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  vi.stubGlobal('CSS', { supports: () => colours });
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue([language]);
  const prototype: object = HTMLVideoElement.prototype;
  if (frames) Object.defineProperty(prototype, 'requestVideoFrameCallback', { value: () => 0, configurable: true });
  else Reflect.deleteProperty(prototype, 'requestVideoFrameCallback');
  vi.resetModules();
  await import(script);
  document.dispatchEvent(new Event('DOMContentLoaded'));
  return document.body.querySelector('[role=status]')?.textContent ?? null;
}

beforeEach(() => localStorage.clear());

test('a browser that has what the pages need gets no sentence', async () => {
  expect(await boot()).toBeNull();
});

test.each([
  ['colours', { colours: false }],
  ['the moment of a frame', { frames: false }],
])('a browser that lacks %s gets one sentence above the page, in its language', async (_, lacks) => {
  expect(await boot(lacks)).toMatch(/^This browser is too old: .* Firefox 132, or newer\.$/);
  expect(document.body.firstElementChild?.getAttribute('role')).toBe('status');
  expect(await boot({ ...lacks, language: 'ru' })).toMatch(/^Этот браузер слишком старый: .* Firefox 132 или новее\.$/);
});

test('the theme and the language are those that were chosen for this server, not for another one of its origin', async () => {
  localStorage.setItem('watchpost:theme', 'dark');
  localStorage.setItem('watchpost:home/cams/locale', 'ru');
  await boot();
  expect([document.documentElement.dataset['theme'], document.documentElement.lang]).toEqual(['dark', 'en']);
  await boot({ base: '/home/cams' });
  expect([document.documentElement.dataset['theme'], document.documentElement.lang]).toEqual(['light', 'ru']);
});
