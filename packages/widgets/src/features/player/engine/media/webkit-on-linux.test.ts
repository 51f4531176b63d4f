// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest';
import { isWebKitOnLinux } from './webkit-on-linux.ts';

afterEach(() => vi.restoreAllMocks());

const linux = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15';
const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15';
const chrome = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
const apple = 'Apple Computer, Inc.';

test.each([
  ['WebKit on Linux', linux, apple, true],
  ['Safari', mac, apple, false],
  ['Chrome on Linux', chrome, 'Google Inc.', false],
])('%s', (_, userAgent, vendor, expected) => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(userAgent);
  vi.spyOn(navigator, 'vendor', 'get').mockReturnValue(vendor);
  expect(isWebKitOnLinux()).toBe(expected);
});
