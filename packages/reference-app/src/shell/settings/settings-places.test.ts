import { expect, test } from 'vitest';
import { screenNames, screens } from '../../shared/navigation/routes.ts';
import { paths } from '../../shared/navigation/paths.ts';
import { settingsPlaceOf, settingsPlaces, settingsPlacesWith } from './settings-places.ts';

test.each([
  ['/settings/account', 'account'],
  ['/settings/locations-and-rooms/shop/hall', 'locations'],
  ['/settings/payments-and-billing', 'billing'],
  ['/settings/payments-and-billing/top-up-balance', 'billing'],
  ['/settings/permissions', 'permissions'],
  ['/settings/developers', 'developers'],
  ['/settings/developers/quality', 'developers'],
  ['/settings/menu', null],
  ['/', null],
])('%s is in %s', (path, place) => {
  expect(settingsPlaceOf(path)).toBe(place);
});

test('every settings screen except the list belongs to a page in the list, which links to it', () => {
  const inSettings = screenNames.filter((name) => screens[name].within === 'settings' && name !== 'settingsMenu');
  for (const name of inSettings) expect(settingsPlaceOf(paths[name].replaceAll(/:\w+/g, 'x')), name).not.toBeNull();
  for (const { name, to } of settingsPlaces.flat()) expect(settingsPlaceOf(to.replace(/locations-and-rooms$/, '$&/list'))).toBe(name);
});

test('payments are in the list only where plans are sold', () => {
  const names = (hasBilling: boolean): readonly string[] =>
    settingsPlacesWith(hasBilling).flatMap((group) => group.map(({ name }) => name));
  expect(names(true).filter((name) => !names(false).includes(name))).toEqual(['billing']);
  expect(names(true).indexOf('billing')).toBe(2);
});
