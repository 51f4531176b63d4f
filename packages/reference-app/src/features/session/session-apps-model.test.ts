import { expect, test } from 'vitest';
import { installMethod, isReachable } from './session-apps-model.ts';

const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';
const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15';
const android = 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36';
const apple = { store: 'appStore', url: 'https://apps.example/a' } as const;
const google = { store: 'googlePlay', url: 'https://apps.example/g' } as const;
const none = { appStore: null, googlePlay: null, ruStore: null };
const both = { ...none, appStore: apple.url, googlePlay: google.url };

test.each([
  ['iPhone', iphone, 5, 'ios'],
  ['iPad, which calls itself a Mac', mac, 5, 'ios'],
  ['Mac', mac, 0, 'computer'],
  ['Android', android, 5, 'android'],
] as const)('%s: manual steps without a store and without the browser’s prompt', (_, userAgent, touchPoints, system) => {
  expect(installMethod({ links: none, canInstall: false, userAgent, touchPoints })).toEqual({ kind: 'steps', system });
});

test('prefers a store, then the browser’s prompt, then manual steps', () => {
  expect(installMethod({ links: none, canInstall: true, userAgent: android, touchPoints: 5 })).toEqual({
    kind: 'install',
    system: 'android',
  });
  expect(installMethod({ links: both, canInstall: true, userAgent: android, touchPoints: 5 })).toEqual({ kind: 'stores', links: [google] });
  expect(installMethod({ links: both, canInstall: false, userAgent: iphone, touchPoints: 5 })).toEqual({ kind: 'stores', links: [apple] });
  expect(installMethod({ links: both, canInstall: false, userAgent: mac, touchPoints: 0 })).toEqual({
    kind: 'stores',
    links: [apple, google],
  });
});

test('a phone whose store has no app is not sent to the other store', () => {
  expect(installMethod({ links: { ...none, googlePlay: google.url }, canInstall: false, userAgent: iphone, touchPoints: 5 })).toEqual({
    kind: 'steps',
    system: 'ios',
  });
});

test('loopback host names are not reachable from a phone', () => {
  expect(['localhost', 'cameras.localhost', '127.0.0.1', '127.1.2.3', '[::1]'].map(isReachable)).not.toContain(true);
  expect(['192.168.1.10', 'cameras.example', 'localhost.example', 'nas.local'].map(isReachable)).not.toContain(false);
});
