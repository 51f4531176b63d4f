import { expect, test } from 'vitest';
import { withoutBasePath } from './base-path.ts';

test.each([
  ['/cams/cameras/a', '/cams', '/cameras/a'],
  ['/cams/', '/cams', '/'],
  ['/cams', '/cams', '/'],
  ['/camsite', '/cams', '/camsite'],
  ['/cameras/a', '', '/cameras/a'],
  ['/a/b/cameras', '/a/b', '/cameras'],
])('%s under %j is %s', (pathname, base, expected) => {
  expect(withoutBasePath(pathname, base)).toBe(expected);
});
