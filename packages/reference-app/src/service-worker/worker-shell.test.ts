import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cacheName, isUnreachable, outdatedCaches, planFor } from './worker-shell.ts';

const origin = 'https://watchpost.test';
const assets = new Set(['/assets/index-Ab12.js']);
const plan = (path: string, request: { method?: string; mode?: RequestMode } = {}) =>
  planFor({ method: 'GET', mode: 'cors', ...request, url: new URL(path, origin).href }, origin, assets);

describe('plan for a request', () => {
  test.each([
    ['/', { mode: 'navigate' }, 'page'],
    ['/cameras/a?t=1', { mode: 'navigate' }, 'page'],
    ['/public/api/v3/cameras', { mode: 'navigate' }, 'network'],
    ['/public/api/v3/invites/by-token/0123456789abcdef', {}, 'network'],
    ['/public/api/v3/invites/by-token/0123456789abcdef/cameras/a/preview.jpg', { mode: 'no-cors' }, 'network'],
    ['/public/api/v3/guests/a', {}, 'network'],
    ['/embed/watchpost.js', { mode: 'navigate' }, 'network'],
    ['/manifest.en.webmanifest', { mode: 'navigate' }, 'page'],
    ['/service-worker.js', { mode: 'navigate' }, 'network'],
    ['/assets/index-Ab12.js', {}, 'asset'],
    ['/assets/index-Cd34.js', {}, 'network'],
    ['/assets/index-Ab12.js', { method: 'HEAD' }, 'network'],
    ['https://other.test/assets/index-Ab12.js', {}, 'network'],
    ['/cameras/a', { method: 'HEAD' }, 'network'],
    ['/', { method: 'POST', mode: 'navigate' }, 'network'],
  ] as const)('%s %j → %s', (path, request, expected) => {
    expect(plan(path, request)).toBe(expected);
  });

  test.each([
    ['/cams/', 'page'],
    ['/cams/cameras/a', 'page'],
    ['/cams/public/api/v3/cameras', 'network'],
    ['/cams/embed/watchpost.js', 'network'],
    ['/cameras/a', 'network'],
    ['/camsite', 'network'],
  ] as const)('under a path: %s → %s', (path, expected) => {
    expect(planFor({ method: 'GET', mode: 'navigate', url: origin + path }, `${origin}/cams`, assets)).toBe(expected);
  });

  test('an asset under a path is found by its path on the server', () => {
    const request = { method: 'GET', mode: 'cors', url: `${origin}/cams/assets/index-Ab12.js` } as const;
    expect(planFor(request, `${origin}/cams`, assets)).toBe('asset');
  });

  test('the API is never cached', () => {
    fc.assert(
      fc.property(
        fc.webPath(),
        fc.constantFrom('GET', 'POST', 'HEAD'),
        fc.constantFrom<RequestMode>('navigate', 'cors', 'no-cors', 'same-origin'),
        (path, method, mode) => {
          expect(plan(`/public/api${path}`, { method, mode })).toBe('network');
        },
      ),
    );
  });
});

test('the previous build stays; older builds and nothing else are deleted', () => {
  const current = cacheName({ build: 'c', assets: [], offline: { en: '', ru: '' } }, '');
  const [a, b] = ['a', 'b'].map((build) => cacheName({ build, assets: [], offline: { en: '', ru: '' } }, ''));
  if (a === undefined || b === undefined) throw new Error('no names');
  expect(outdatedCaches([a, 'watchpost-settings', b, current], current, '')).toEqual([a]);
  expect(outdatedCaches([a, current], current, '')).toEqual([]);
  expect(outdatedCaches([current], current, '')).toEqual([]);
  // A rollback to a build that is still cached.
  expect(outdatedCaches([a, b, current], a, '')).toEqual([b]);
});

test('a server deletes no caches of another one under a different path of its origin', () => {
  const names = ['', '/cams', '/cams/home'].map((path) =>
    ['a', 'b', 'c'].map((build) => cacheName({ build, assets: [], offline: { en: '', ru: '' } }, path)),
  );
  for (const [index, path] of ['', '/cams', '/cams/home'].entries())
    expect(outdatedCaches(names.flat(), names[index]?.[2] ?? '', path)).toEqual(names[index]?.slice(0, 1));
});

test('a gateway’s error is not a page', () => {
  expect([200, 404, 500, 502, 503, 504].filter(isUnreachable)).toEqual([502, 503, 504]);
});
