import { describe, expect, test } from 'vitest';
import { routeOf } from './routes.ts';
import { to } from './targets.ts';

describe('named targets', () => {
  test.each([
    [to.Dashboard(), '/', 'dashboard'],
    [to.ArchiveActivities(), '/activities', 'activities'],
    [to.ArchiveActivities({ q: 'person yard 14:00' }), '/activities?q=person%20yard%2014%3A00', 'activities'],
    [to.VideoWall(), '/video-wall', 'videoWall'],
    [to.AddCamera(), '/cameras/add', 'addCamera'],
    [to.Device(), '/device', 'device'],
    [to.Camera('yard'), '/cameras/yard', 'camera'],
    [to.Camera('yard', { at: 1_763_700_000_000 }), '/cameras/yard?t=1763700000000', 'camera'],
    [to.CameraSettings('yard'), '/cameras/yard/settings', 'cameraSettings'],
    [to.SmartEvents('yard'), '/cameras/yard/settings/smart-events', 'smartEvents'],
    [to.SmartEvent('yard', 'motion-detection'), '/cameras/yard/settings/smart-events/motion-detection', 'smartEvent'],
    [to.CameraAlerts('yard'), '/cameras/yard/settings/alerts', 'cameraAlerts'],
    [to.SettingsMenu(), '/settings/menu', 'settingsMenu'],
    [to.Settings(), '/settings', 'settings'],
    [to.SettingsAccount(), '/settings/account', 'settingsAccount'],
    [to.SettingsNotifications(), '/settings/notifications', 'settingsNotifications'],
    [to.SettingsLocations(), '/settings/locations-and-rooms', 'settingsLocations'],
    [to.LocationList(), '/settings/locations-and-rooms/list', 'settingsLocationList'],
    [to.Location('shop'), '/settings/locations-and-rooms/shop', 'settingsLocation'],
    [to.Room('shop', 'hall'), '/settings/locations-and-rooms/shop/hall', 'settingsRoom'],
  ])('%s', (target, address, route) => {
    expect(target).toBe(address);
    expect(routeOf(new URL(target, 'https://watchpost.example').pathname)).toBe(route);
  });

  test('an id stays in its place in the address', () => {
    expect(to.Camera('../signin')).toBe('/cameras/..%2Fsignin');
    expect(routeOf(to.Camera('../signin'))).toBeNull();
  });
});
