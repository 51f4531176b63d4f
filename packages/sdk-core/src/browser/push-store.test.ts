import { afterEach, expect, test, vi } from 'vitest';
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
