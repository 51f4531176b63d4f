import { matchRoutes } from 'react-router';
import { describe, expect, test } from 'vitest';
import { paths } from './paths.ts';
import { redirectNames, redirects, routeOf, screenNames, screens } from './routes.ts';

/** Specification 1, section 2: every route of the table, and document 2's camera routes, with its screen. */
const examples = [
  ['/signin', 'signIn'],
  ['/', 'dashboard'],
  ['/activities', 'activities'],
  ['/video-wall', 'videoWall'],
  ['/s/abcdefgh12345678', 'sharedLink'],
  ['/s/abcd/efgh/1234/5678', 'sharedLink'],
  ['/cameras/add', 'addCamera'],
  ['/phone-camera', 'phoneCamera'],
  ['/cameras/yard-1_a', 'camera'],
  ['/cameras/yard/ptz', 'cameraControl'],
  ['/cameras/yard/settings', 'cameraSettings'],
  ['/cameras/yard/settings/about', 'cameraAbout'],
  ['/cameras/yard/settings/about/check-for-updates', 'cameraUpdates'],
  ['/cameras/yard/settings/manage-access', 'cameraAccess'],
  ['/cameras/yard/settings/smart-events', 'cameraSmartEvents'],
  ['/cameras/yard/settings/smart-events/human-detection', 'cameraSmartEvent'],
  ['/cameras/yard/settings/smart-events/timelapse', 'cameraSmartEvent'],
  ['/cameras/yard/settings/subscription', 'cameraSubscription'],
  ['/cameras/yard/settings/subscription/change', 'cameraSubscriptionChange'],
  ['/checkout', 'checkout'],
  ['/checkout/edit', 'checkout'],
  ['/checkout/purchase', 'purchase'],
  ['/order/invoice-payment', 'invoicePayment'],
  ['/order/42/payment', 'cardPayment'],
  ['/settings', 'settings'],
  ['/settings/account', 'settingsAccount'],
  ['/settings/telegram-notifications', 'settingsTelegramShort'],
  ['/settings/account/telegram-notifications', 'settingsTelegram'],
  ['/settings/locations-and-rooms', 'settingsLocations'],
  ['/settings/locations-and-rooms/list', 'settingsLocationList'],
  ['/settings/locations-and-rooms/shop', 'settingsLocation'],
  ['/settings/locations-and-rooms/shop/hall', 'settingsRoom'],
  ['/settings/payments-and-billing', 'settingsBilling'],
  ['/settings/payments-and-billing/top-up-balance', 'topUpBalance'],
  ['/settings/permissions', 'settingsPermissions'],
  ['/settings/menu', 'settingsMenu'],
  ['/settings/notifications', 'settingsNotifications'],
] as const;

describe('routes', () => {
  test.each(examples)('%s is %s', (path, name) => {
    expect(routeOf(path)).toBe(name);
  });

  test.each(examples)('the router chooses the same for %s', (path, name) => {
    const all = Object.entries(paths).map(([id, address]) => ({ id, path: address }));
    expect(matchRoutes(all, path)?.at(-1)?.route.id).toBe(name);
  });

  test('no screen is without an example', () => {
    const shown: readonly string[] = examples.map(([, name]) => name);
    expect([...screenNames, ...redirectNames].filter((name) => !shown.includes(name))).toEqual([]);
  });

  test.each([
    '/nothing', '/s/short', `/s/${'a'.repeat(129)}`, '/s/with-a-dash-12345678', '/cameras', '/cameras/a.b', '/cameras/a b', '/cameras/yard/settings/smart-events/ufo-detection',
    '/settings/nothing', '/settings/locations-and-rooms/a/b/c', '/order', '/order/a/b/payment', '/activities/more',
  ])('%s is no route', (path) => {
    expect(routeOf(path)).toBeNull();
  });

  test('only sign-in, shared links and a phone’s own page are public, and redirects end at a screen', () => {
    expect(screenNames.filter((name) => screens[name].access === 'public')).toEqual(['signIn', 'sharedLink', 'phoneCamera']);
    for (const name of redirectNames) expect(Object.hasOwn(screens, redirects[name])).toBe(true);
  });

  test('the layouts that the specification gives', () => {
    expect([screens.signIn.layout, screens.dashboard.layout, screens.activities.layout, screens.videoWall.layout]).toEqual(['empty', 'sidebar', 'sidebar', 'empty']);
  });
});
