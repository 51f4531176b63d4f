// @vitest-environment jsdom
import { expect, test, vi } from 'vitest';
import { withStyles } from './late-styles.ts';

const link = (file: string): HTMLLinkElement | null => document.querySelector(`link[rel="stylesheet"][href="/${file}"]`);

test('code waits for its styles, which are asked for once', async () => {
  const load = vi.fn(async () => 'code');
  const both = Promise.all([withStyles(load, ['assets/a.css', 'assets/b.css']), withStyles(load, ['assets/a.css'])]);
  expect(document.querySelectorAll('link')).toHaveLength(2);
  link('assets/a.css')?.dispatchEvent(new Event('load'));
  await Promise.resolve();
  expect(load.mock.calls.length).toBeLessThan(2);
  link('assets/b.css')?.dispatchEvent(new Event('load'));
  expect(await both).toEqual(['code', 'code']);
  await withStyles(load, ['assets/a.css']);
  expect(document.querySelectorAll('link')).toHaveLength(2);
});

test('styles that were lost are asked for again with the next try, and nothing is left of the first', async () => {
  const load = vi.fn(async () => 'code');
  const first = withStyles(load, ['assets/lost.css']);
  link('assets/lost.css')?.dispatchEvent(new Event('error'));
  await expect(first).rejects.toThrow('Failed to load /assets/lost.css');
  expect([link('assets/lost.css'), load.mock.calls.length]).toEqual([null, 0]);
  const second = withStyles(load, ['assets/lost.css']);
  link('assets/lost.css')?.dispatchEvent(new Event('load'));
  expect(await second).toBe('code');
});

test('styles that came with the page stay as they are, in their place', async () => {
  const own = Object.assign(document.createElement('link'), { rel: 'stylesheet' });
  own.setAttribute('href', '/assets/app.css');
  document.head.prepend(own);
  expect(await withStyles(async () => 'code', ['assets/app.css'])).toBe('code');
  expect(document.querySelectorAll('link[href="/assets/app.css"]')).toHaveLength(1);
});

test('code without styles does not wait', async () => {
  expect(await withStyles(async () => 'code')).toBe('code');
});
