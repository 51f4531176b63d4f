import { matchRoutes } from 'react-router';
import { describe, expect, test } from 'vitest';
import { paths } from './paths.ts';
import { redirectNames, redirects, routeOf, screenNames, screens } from './routes.ts';

/** An example of every route in specification 1, section 2, and of specification 2's camera routes, with its screen. */
const examples = [
  ['/signin', 'signIn'],
  ['/', 'dashboard'],
  ['/activities', 'activities'],
  ['/video-wall', 'videoWall'],
  ['/s/short', 'sharedLink'],
  ['/s/abcd/efgh/1234/5678', 'sharedLink'],
  ['/guest/inv_1-a', 'guest'],
  ['/cameras/add', 'addCamera'],
  ['/phone-camera', 'phoneCamera'],
  ['/device', 'device'],
  ['/cameras/yard-1_a', 'camera'],
  ['/cameras/yard/ptz', 'cameraControl'],
  ['/cameras/yard/settings', 'cameraSettings'],
  ['/cameras/yard/settings/smart-events', 'smartEvents'],
  ['/cameras/yard/settings/smart-events/human-detection', 'smartEvent'],
  ['/cameras/yard/settings/smart-events/vehicle-detection', 'smartEvent'],
  ['/cameras/yard/settings/smart-events/line-crossing-detection', 'smartEvent'],
  ['/cameras/yard/settings/smart-events/intrusion-detection', 'smartEvent'],
  ['/cameras/yard/settings/smart-events/motion-detection', 'smartEvent'],
  ['/cameras/yard/settings/smart-events/timelapse', 'smartEvent'],
  ['/cameras/yard/settings/alerts', 'cameraAlerts'],
  ['/cameras/yard/settings/manage-access', 'manageAccess'],
  ['/cameras/yard/settings/about', 'cameraAbout'],
  ['/cameras/yard/settings/about/check-for-updates', 'cameraUpdates'],
  ['/cameras/yard/settings/subscription', 'cameraPlan'],
  ['/operator', 'operator'],
  ['/settings', 'settings'],
  ['/settings/account', 'settingsAccount'],
  ['/settings/telegram-notifications', 'settingsTelegramShort'],
  ['/settings/account/telegram-notifications', 'settingsTelegram'],
  ['/settings/permissions', 'settingsPermissions'],
  ['/settings/developers', 'settingsDevelopers'],
  ['/settings/developers/quality', 'settingsQuality'],
  ['/settings/locations-and-rooms', 'settingsLocations'],
  ['/settings/locations-and-rooms/list', 'settingsLocationList'],
  ['/settings/locations-and-rooms/shop', 'settingsLocation'],
  ['/settings/locations-and-rooms/shop/hall', 'settingsRoom'],
  ['/settings/payments-and-billing', 'settingsBilling'],
  ['/settings/payments-and-billing/top-up-balance', 'topUpBalance'],
  ['/order/42_a-b/payment', 'orderPayment'],
  ['/order/invoice-payment', 'invoicePayment'],
  ['/checkout', 'checkout'],
  ['/checkout/edit', 'checkout'],
  ['/checkout/purchase', 'checkoutPurchase'],
  ['/cameras/yard/settings/subscription/change', 'changeCameraPlan'],
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

  test('every screen has an example', () => {
    const shown: readonly string[] = examples.map(([, name]) => name);
    expect([...screenNames, ...redirectNames].filter((name) => !shown.includes(name))).toEqual([]);
  });

  test.each([
    '/nothing',
    '/s',
    '/s/',
    '/s/with-a-dash-12345678',
    '/guest/',
    '/guest/a.b',
    '/cameras',
    '/cameras/a.b',
    '/cameras/a b',
    '/cameras/yard/settings/nothing',
    '/cameras/yard/settings/smart-events/timelapse-detection',
    '/settings/nothing',
    '/settings/locations-and-rooms/a/b/c',
    '/activities/more',
    '/order/a.b/payment',
    '/checkout/more',
  ])('%s is no route', (path) => {
    expect(routeOf(path)).toBeNull();
  });

  test('only sign-in, shared links, their guests and a phone’s own page are public, and redirects end at a screen', () => {
    expect(screenNames.filter((name) => screens[name].access === 'public')).toEqual(['signIn', 'sharedLink', 'guest', 'phoneCamera']);
    for (const name of redirectNames) expect(Object.hasOwn(screens, redirects[name])).toBe(true);
  });

  test('screens have the specification’s layouts', () => {
    expect([screens.signIn.layout, screens.dashboard.layout, screens.activities.layout, screens.videoWall.layout]).toEqual([
      'empty',
      'sidebar',
      'sidebar',
      'empty',
    ]);
  });
});
