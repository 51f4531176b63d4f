import { expect, test } from 'vitest';
import { readPlatform } from './player-quality-platform.ts';

const mozilla = 'Mozilla/5.0';
const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)';
const apple = 'AppleWebKit/605.1.15 (KHTML, like Gecko)';

test.each([
  [`${mozilla} (Windows NT 10.0; Win64; x64) ${webkit} Chrome/141.0.0.0 Safari/537.36`, 0, 'chrome', 141, 'windows'],
  [`${mozilla} (X11; Linux x86_64) ${webkit} HeadlessChrome/141.0.0.0 Safari/537.36`, 0, 'chrome', 141, 'linux'],
  [`${mozilla} (X11; CrOS x86_64 14541.0.0) ${webkit} Chrome/140.0.0.0 Safari/537.36`, 0, 'chrome', 140, 'chromeos'],
  [`${mozilla} (Windows NT 10.0; Win64; x64) ${webkit} Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0`, 0, 'edge', 141, 'windows'],
  [`${mozilla} (Windows NT 10.0) ${webkit} Chrome/138.0.0.0 YaBrowser/25.8.0.0 Safari/537.36`, 0, 'yandex', 25, 'windows'],
  [`${mozilla} (Windows NT 10.0) ${webkit} Chrome/139.0.0.0 Safari/537.36 OPR/123.0.0.0`, 0, 'opera', 123, 'windows'],
  [`${mozilla} (Linux; Android 14; K) ${webkit} SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`, 5, 'samsung', 28, 'android'],
  [`${mozilla} (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0`, 0, 'firefox', 144, 'linux'],
  [`${mozilla} (Macintosh; Intel Mac OS X 10_15_7) ${apple} Version/18.6 Safari/605.1.15`, 0, 'safari', 18, 'macos'],
  [`${mozilla} (Macintosh; Intel Mac OS X 10_15_7) ${apple} Version/18.6 Safari/605.1.15`, 5, 'safari', 18, 'ios'],
  [`${mozilla} (iPhone; CPU iPhone OS 18_6 like Mac OS X) ${apple} Version/18.6 Mobile/15E148 Safari/604.1`, 5, 'safari', 18, 'ios'],
  [`${mozilla} (iPhone; CPU iPhone OS 18_6 like Mac OS X) ${apple} CriOS/141.0.0.0 Mobile/15E148 Safari/604.1`, 5, 'chrome', 141, 'ios'],
  [`${mozilla} (PlayStation; PlayStation 5/6.50) ${apple}`, 0, 'other', null, 'other'],
  ['', 0, 'other', null, 'other'],
] as const)('%s', (userAgent, maxTouchPoints, browser, browserVersion, system) => {
  expect(readPlatform({ userAgent, maxTouchPoints })).toEqual({ browser, browserVersion, system });
});
