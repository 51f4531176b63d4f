import { expect, test } from 'vitest';
import { appsWay } from './session-apps-model.ts';

const iphone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';
const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15';
const android = 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36';
const apple = { store: 'app-store', url: 'https://apps.example/a' } as const;
const google = { store: 'google-play', url: 'https://apps.example/g' } as const;

test.each([
  ['iPhone', iphone, 5, 'ios'],
  ['iPad, which calls itself a Mac', mac, 5, 'ios'],
  ['Mac', mac, 0, 'computer'],
  ['Android', android, 5, 'android'],
] as const)('%s: by hand when there is neither a store nor an offer', (_, userAgent, touchPoints, system) => {
  expect(appsWay({ stores: [], canInstall: false, userAgent, touchPoints })).toEqual({ kind: 'steps', system });
});

test('the browser’s own offer is better than steps, a store is better than both', () => {
  expect(appsWay({ stores: [], canInstall: true, userAgent: android, touchPoints: 5 })).toEqual({ kind: 'install' });
  expect(appsWay({ stores: [apple, google], canInstall: true, userAgent: android, touchPoints: 5 })).toEqual({ kind: 'stores', links: [google] });
  expect(appsWay({ stores: [apple, google], canInstall: false, userAgent: iphone, touchPoints: 5 })).toEqual({ kind: 'stores', links: [apple] });
  expect(appsWay({ stores: [apple, google], canInstall: false, userAgent: mac, touchPoints: 0 })).toEqual({ kind: 'stores', links: [apple, google] });
});

test('a phone whose store has no app is not sent to the other one', () => {
  expect(appsWay({ stores: [google], canInstall: false, userAgent: iphone, touchPoints: 5 })).toEqual({ kind: 'steps', system: 'ios' });
});
