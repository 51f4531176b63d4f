import { describe, expect, test } from 'vitest';
import { routeOf } from './routes.ts';
import { to } from './targets.ts';

describe('named targets', () => {
  test.each([
    [to.Dashboard(), '/', 'dashboard'],
    [to.ArchiveActivities(), '/activities', 'activities'],
    [to.VideoWall(), '/video-wall', 'videoWall'],
    [to.AddCamera(), '/cameras/add', 'addCamera'],
    [to.Camera('yard'), '/cameras/yard', 'camera'],
    [to.Camera('yard', { at: 1_763_700_000_000 }), '/cameras/yard?t=1763700000000', 'camera'],
    [to.CameraSettings('yard'), '/cameras/yard/settings', 'cameraSettings'],
    [to.CameraAccess('yard'), '/cameras/yard/settings/manage-access', 'cameraAccess'],
    [to.CameraSubscription('yard'), '/cameras/yard/settings/subscription', 'cameraSubscription'],
    [to.CameraSmartEvents('yard'), '/cameras/yard/settings/smart-events', 'cameraSmartEvents'],
    [to.SettingsMenu(), '/settings/menu', 'settingsMenu'],
    [to.Settings(), '/settings', 'settings'],
    [to.SettingsAccount(), '/settings/account', 'settingsAccount'],
    [to.SettingsNotifications(), '/settings/notifications', 'settingsNotifications'],
    [to.SettingsTelegram(), '/settings/account/telegram-notifications', 'settingsTelegram'],
    [to.SettingsLocations(), '/settings/locations-and-rooms', 'settingsLocations'],
    [to.LocationList(), '/settings/locations-and-rooms/list', 'settingsLocationList'],
    [to.Location('shop'), '/settings/locations-and-rooms/shop', 'settingsLocation'],
    [to.Room('shop', 'hall'), '/settings/locations-and-rooms/shop/hall', 'settingsRoom'],
    [to.SettingsPermissions(), '/settings/permissions', 'settingsPermissions'],
    [to.SettingsBilling(), '/settings/payments-and-billing', 'settingsBilling'],
    [to.TopUpBalance(), '/settings/payments-and-billing/top-up-balance', 'topUpBalance'],
    [to.Subscription(), '/checkout', 'checkout'],
    [to.Subscription(['a', 'b&c']), '/checkout?cameraIds=a&cameraIds=b%26c', 'checkout'],
  ])('%s', (target, address, route) => {
    expect(target).toBe(address);
    expect(routeOf(new URL(target, 'https://watchpost.example').pathname)).toBe(route);
  });

  test('an id never leaves its place in the address', () => {
    expect(to.Camera('../signin')).toBe('/cameras/..%2Fsignin');
    expect(routeOf(to.Camera('../signin'))).toBeNull();
  });
});
