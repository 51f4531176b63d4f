import { Bell, CodeXml, CreditCard, MapPin, UserRound, UsersRound } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { routeOf } from '../../shared/navigation/routes.ts';
import { to } from '../../shared/navigation/targets.ts';

export type SettingsPlaceName = 'account' | 'notifications' | 'billing' | 'locations' | 'permissions' | 'developers';

export interface SettingsPlace {
  readonly name: SettingsPlaceName;
  readonly to: string;
  readonly icon: LucideIcon;
}

/** The pages of the settings, in groups: the user, the user's places, the user's own systems. */
export const settingsPlaces: readonly (readonly SettingsPlace[])[] = [
  [
    { name: 'account', to: to.SettingsAccount(), icon: UserRound },
    { name: 'notifications', to: to.SettingsNotifications(), icon: Bell },
  ],
  [
    { name: 'locations', to: to.SettingsLocations(), icon: MapPin },
    { name: 'permissions', to: to.SettingsPermissions(), icon: UsersRound },
  ],
  [{ name: 'developers', to: to.SettingsDevelopers(), icon: CodeXml }],
];

/** Returns the pages, with payments only where plans are sold. */
export function settingsPlacesWith(hasBilling: boolean): readonly (readonly SettingsPlace[])[] {
  const [own = [], ...others] = settingsPlaces;
  return hasBilling ? [[...own, { name: 'billing', to: to.SettingsBilling(), icon: CreditCard }], ...others] : settingsPlaces;
}

/** Returns the settings page that an address belongs to; null on the list. */
export function settingsPlaceOf(pathname: string): SettingsPlaceName | null {
  switch (routeOf(pathname)) {
    case 'settingsAccount':
      return 'account';
    case 'settingsNotifications':
      return 'notifications';
    case 'settingsBilling':
    case 'topUpBalance':
      return 'billing';
    case 'settingsPermissions':
      return 'permissions';
    case 'settingsDevelopers':
    case 'settingsQuality':
      return 'developers';
    case 'settingsLocationList':
    case 'settingsLocation':
    case 'settingsRoom':
      return 'locations';
    default:
      return null;
  }
}
