import { afterEach, describe, expect, test, vi } from 'vitest';
import { createLocalStorage, createStorageEvents, createWebLocks, readCookie } from './browser-ports.ts';

afterEach(() => vi.unstubAllGlobals());

function stubStorage(refuse: boolean): Map<string, string> {
  const values = new Map<string, string>();
  const guard = (): void => {
    if (refuse) throw new Error('QuotaExceededError');
  };
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => (guard(), values.get(key) ?? null),
    setItem: (key: string, value: string) => (guard(), values.set(key, value)),
    removeItem: (key: string) => (guard(), values.delete(key)),
  });
  return values;
}

describe.each([false, true])('storage (refused by the browser: %s)', (refuse) => {
  test('keeps, replaces and removes values under the product’s prefix', () => {
    const values = stubStorage(refuse);
    const storage = createLocalStorage();
    expect(storage.get('session')).toBeNull();
    storage.set('session', 'a');
    storage.set('session', 'b');
    expect(storage.get('session')).toBe('b');
    expect([...values.keys()]).toEqual(refuse ? [] : ['watchpost:session']);
    storage.remove('session');
    expect(storage.get('session')).toBeNull();
  });
});

test('servers under different paths of an origin keep their own values and hear only of those', () => {
  const values = stubStorage(false);
  const target = new EventTarget();
  vi.stubGlobal('addEventListener', target.addEventListener.bind(target));
  vi.stubGlobal('removeEventListener', target.removeEventListener.bind(target));
  const heard: string[] = [];
  for (const folder of ['', 'home/', 'home/cams/']) {
    createLocalStorage(folder).set('session', folder);
    createStorageEvents(folder).subscribe((key) => key === 'session' && heard.push(folder));
  }
  expect(['', 'home/', 'home/cams/'].map((folder) => createLocalStorage(folder).get('session'))).toEqual(['', 'home/', 'home/cams/']);
  expect(values.size).toBe(3);
  for (const key of values.keys()) target.dispatchEvent(Object.assign(new Event('storage'), { key }));
  expect(heard).toEqual(['', 'home/', 'home/cams/']);
});

test('a page over plain http works without Web Locks', async () => {
  vi.stubGlobal('navigator', {});
  expect(await createWebLocks().run('x', new AbortController().signal, async () => 7)).toBe(7);
});

test('a Web Lock is requested by name and signal only, and never stolen', async () => {
  const asked: unknown[] = [];
  vi.stubGlobal('navigator', {
    locks: { request: async (name: string, options: object, work: () => Promise<unknown>) => (asked.push(name, options), work()) },
  });
  const { signal } = new AbortController();
  expect(await createWebLocks().run('session-refresh', signal, async () => 7)).toBe(7);
  expect(asked).toEqual(['watchpost:session-refresh', { signal }]);
});

test('only our storage events are reported, and a cleared storage counts as a change of the session', () => {
  const target = new EventTarget();
  vi.stubGlobal('addEventListener', target.addEventListener.bind(target));
  vi.stubGlobal('removeEventListener', target.removeEventListener.bind(target));
  const keys: string[] = [];
  const stop = createStorageEvents().subscribe((key) => keys.push(key));
  for (const key of ['watchpost:session', 'other', null]) target.dispatchEvent(Object.assign(new Event('storage'), { key }));
  stop();
  target.dispatchEvent(Object.assign(new Event('storage'), { key: 'watchpost:session' }));
  expect(keys).toEqual(['session', 'session']);
});

test('cookies are matched by their whole name', () => {
  vi.stubGlobal('document', { cookie: 'NOT-XSRF-TOKEN=no; XSRF-TOKEN=a%3Db' });
  expect(readCookie('XSRF-TOKEN')).toBe('a=b');
  expect(readCookie('none')).toBeNull();
});
