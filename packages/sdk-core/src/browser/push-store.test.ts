import { afterEach, expect, test, vi } from 'vitest';
import { createBrowserPush } from './push-browser.ts';
import { createIndexedStore } from './push-store.ts';

afterEach(() => vi.unstubAllGlobals());

test.each([
  ['there is no IndexedDB', undefined],
  [
    'opening it is refused at once',
    {
      open: () => {
        throw new DOMException('denied', 'SecurityError');
      },
    },
  ],
  ['opening it is refused later', { open: () => refusedRequest() }],
])('%s: every call rejects, and none hangs', async (_case, indexedDB) => {
  vi.stubGlobal('indexedDB', indexedDB);
  const store = createIndexedStore();
  await expect(store.read('a')).rejects.toThrow();
  await expect(store.update('a', () => 1)).rejects.toThrow();
});

function refusedRequest(): object {
  const request = { error: new DOMException('no space', 'QuotaExceededError'), onerror: (): void => {} };
  queueMicrotask(() => request.onerror());
  return request;
}

test('servers under different paths of an origin have databases of their own', async () => {
  const names: string[] = [];
  vi.stubGlobal('indexedDB', {
    open: (name: string) => {
      names.push(name);
      throw new Error('not here');
    },
  });
  for (const scope of [undefined, '/', '/home/', '/shop/'])
    await createBrowserPush({ workerPath: '/service-worker.js', scope })
      .store.read('device')
      .catch(() => undefined);
  vi.unstubAllGlobals();
  expect(names).toEqual(['watchpost-push', 'watchpost-push', 'watchpost-push /home/', 'watchpost-push /shop/']);
});
