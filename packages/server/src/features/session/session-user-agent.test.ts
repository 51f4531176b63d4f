import fc from 'fast-check';
import { expect, test } from 'vitest';
import { describeUserAgent } from './session-user-agent.ts';

test.each([
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:131.0) Gecko/20100101 Firefox/131.0', 'Firefox', 'Windows'],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36', 'Chrome', 'Windows'],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0',
    'Microsoft Edge',
    'Windows',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 YaBrowser/25.10.0.0 Safari/537.36',
    'Yandex Browser',
    'Windows',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.4 Safari/605.1.15',
    'Safari',
    'macOS',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.4 Mobile/15E148 Safari/604.1',
    'Safari',
    'iOS',
  ],
  ['Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36', 'Chrome', 'Android'],
  [
    'Mozilla/5.0 (Linux; Android 15; SM-S931B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36',
    'Samsung Internet for Android',
    'Android',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:131.0) Gecko/20100101 Firefox/131.0', 'Firefox', 'Linux'],
  ['Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36', 'Chrome', 'Chrome OS'],
  ['', null, null],
  [undefined, null, null],
  ['<script>alert(1)</script>', null, null],
])('%s is %s on %s', (userAgent, browser, system) => {
  expect(describeUserAgent(userAgent)).toEqual({ browser, system });
});

test('any header yields short and plain names, or none', () => {
  const pieces = fc.array(
    fc.oneof(
      fc.string(),
      fc.constantFrom(
        'Mozilla/5.0 ',
        '(Windows NT 10.0; ',
        'Version/',
        ' Safari/',
        'Android 15; ',
        '<b>',
        '\u0000',
        '/'.repeat(200),
        ' '.repeat(200),
      ),
    ),
    { maxLength: 40 },
  );
  fc.assert(
    fc.property(pieces, (parts) => {
      const { browser, system } = describeUserAgent(parts.join(''));
      for (const name of [browser, system]) if (name !== null) expect(name).toMatch(/^[\p{L}\p{N} .+-]{1,40}$/u);
    }),
    { numRuns: 500 },
  );
});
