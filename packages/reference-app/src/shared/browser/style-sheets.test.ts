// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { retryStyleSheets, watchStyleSheets } from './style-sheets.ts';

const sheets = (): HTMLLinkElement[] => [...document.querySelectorAll('link')];

test('a style sheet that failed is loaded again in its place, until it arrives', async () => {
  watchStyleSheets();
  document.head.innerHTML = '<link rel="stylesheet" href="/assets/lost.css"><link rel="stylesheet" href="/assets/here.css">';
  const [lost, here] = sheets();
  lost?.dispatchEvent(new Event('error'));
  const first = retryStyleSheets();
  await Promise.resolve();
  sheets()[0]?.dispatchEvent(new Event('error'));
  await expect(first).rejects.toThrow('Failed to load http://localhost:3000/assets/lost.css');
  const second = retryStyleSheets();
  await Promise.resolve();
  sheets()[0]?.dispatchEvent(new Event('load'));
  await second;
  expect(sheets().map(({ href }) => new URL(href).pathname)).toEqual(['/assets/lost.css', '/assets/here.css']);
  expect(sheets()[1]).toBe(here);
  const settled = sheets()[0];
  await retryStyleSheets();
  expect(sheets()[0]).toBe(settled);
});
