import { describe, expect, test } from 'vitest';
import { pressGroup, sidebarPlace } from './sidebar-model.ts';

describe('sidebarPlace', () => {
  test.each([
    ['/', 'cameras', null],
    ['/cameras/yard', 'cameras', null],
    ['/cameras/yard/settings/about', 'cameras', null],
    ['/activities', 'activities', null],
    ['/video-wall', 'videoWall', null],
    ['/settings/account', 'settings', null],
    ['/settings/locations-and-rooms/list', 'settings', 'locations'],
    ['/settings/locations-and-rooms/shop/hall', 'settings', 'locations'],
    ['/settings/permissions', 'settings', 'permissions'],
    ['/settings/developers', 'settings', 'developers'],
    ['/settings/developers/quality', 'settings', 'developers'],
    ['/nothing', null, null],
  ])('%s', (path, item, subItem) => {
    expect(sidebarPlace(path)).toEqual({ item, subItem });
  });
});

describe('a click on the settings group', () => {
  test.each([
    [
      { collapsed: true, groupOpen: false },
      { collapsed: false, groupOpen: true },
    ],
    [
      { collapsed: true, groupOpen: true },
      { collapsed: false, groupOpen: true },
    ],
    [
      { collapsed: false, groupOpen: true },
      { collapsed: false, groupOpen: false },
    ],
    [
      { collapsed: false, groupOpen: false },
      { collapsed: false, groupOpen: true },
    ],
  ])('%j → %j', (before, after) => {
    expect(pressGroup(before)).toEqual(after);
  });
});
