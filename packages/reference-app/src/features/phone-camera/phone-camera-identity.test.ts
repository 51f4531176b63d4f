import { expect, test } from 'vitest';
import { phoneModel } from './phone-camera-identity.ts';

const tells = (model: string | undefined) => ({ userAgent: 'Mozilla/5.0 (Linux; Android 10; K)', userAgentData: { getHighEntropyValues: async () => (model === undefined ? {} : { model }) } });

test('the model where the browser tells it, in what a camera’s model may be long', async () => {
  expect(await phoneModel(tells(' Pixel 4 '))).toBe('Pixel 4');
  expect(await phoneModel(tells('x'.repeat(300)))).toHaveLength(100);
});
test('the kind where only that is known', async () => {
  expect(await phoneModel({ userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X)' })).toBe('iPhone');
});
test.each([tells(''), tells(undefined), { userAgent: 'Mozilla/5.0 (X11; Linux x86_64)' }, { ...tells('x'), userAgentData: { getHighEntropyValues: () => Promise.reject(new Error('not allowed')) } }])('nothing is made up', async (browser) => {
  expect(await phoneModel(browser)).toBe(null);
});
