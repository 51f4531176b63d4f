// @vitest-environment jsdom
import { createLocalStorage } from '@watchpost/sdk-core/browser';
import { beforeEach, expect, test, vi } from 'vitest';

beforeEach(() => {
  vi.resetModules();
  localStorage.clear();
});

/** Loads the module as a page of the server under this path does. */
async function storageUnder(path: string): Promise<typeof import('./storage.ts')> {
  const meta = document.createElement('meta');
  meta.name = 'watchpost:base';
  meta.content = path;
  document.head.replaceChildren(meta);
  return import('./storage.ts');
}

test.each([
  ['', ''],
  ['/cams', 'cams/'],
  ['/home/cams', 'home/cams/'],
])('under the path “%s” texts lie where the session of that server lies', async (path, folder) => {
  const { localTexts, tabTexts } = await storageUnder(path);
  createLocalStorage(folder).set('session', 'a');
  localTexts.write('theme', 'dark');
  tabTexts.write('place', '1');
  expect(Object.keys(localStorage).toSorted((a, b) => a.localeCompare(b))).toEqual([
    `watchpost:${folder}session`,
    `watchpost:${folder}theme`,
  ]);
  expect(localTexts.read('session')).toBe('a');
  expect(Object.keys(sessionStorage)).toContain(`watchpost:${folder}place`);
});
