import { expect, test } from 'vitest';
import { phoneModel } from './phone-camera-identity.ts';

const browserReporting = (model: string | undefined) => ({
  userAgent: 'Mozilla/5.0 (Linux; Android 10; K)',
  userAgentData: { getHighEntropyValues: async () => (model === undefined ? {} : { model }) },
});

test('returns the model if the browser reports it, at most as long as a camera’s model may be', async () => {
  expect(await phoneModel(browserReporting(' Pixel 4 '))).toBe('Pixel 4');
  expect(await phoneModel(browserReporting('x'.repeat(300)))).toHaveLength(100);
});
test('returns the kind of device if only that is known', async () => {
  expect(await phoneModel({ userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X)' })).toBe('iPhone');
});
test.each([
  browserReporting(''),
  browserReporting(undefined),
  { userAgent: 'Mozilla/5.0 (X11; Linux x86_64)' },
  { ...browserReporting('x'), userAgentData: { getHighEntropyValues: () => Promise.reject(new Error('not allowed')) } },
])('returns null if the browser reports nothing usable', async (browser) => {
  expect(await phoneModel(browser)).toBe(null);
});
