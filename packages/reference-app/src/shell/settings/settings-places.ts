import { Bell, CreditCard, MapPin, Send, UserRound, UsersRound } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { routeOf } from '../../shared/navigation/routes.ts';
import { to } from '../../shared/navigation/targets.ts';

export type SettingsPlaceName = 'account' | 'notifications' | 'telegram' | 'locations' | 'permissions' | 'billing';

export interface SettingsPlace {
  readonly name: SettingsPlaceName;
  readonly to: string;
  readonly icon: LucideIcon;
}

/** The pages of the settings, in groups: me, my places and people, my money. */
export const settingsPlaces: readonly (readonly SettingsPlace[])[] = [
  [
    { name: 'account', to: to.SettingsAccount(), icon: UserRound },
    { name: 'notifications', to: to.SettingsNotifications(), icon: Bell },
    { name: 'telegram', to: to.SettingsTelegram(), icon: Send },
  ],
  [
    { name: 'locations', to: to.SettingsLocations(), icon: MapPin },
    { name: 'permissions', to: to.SettingsPermissions(), icon: UsersRound },
  ],
  [{ name: 'billing', to: to.SettingsBilling(), icon: CreditCard }],
];

/** Which page of the settings an address belongs to; null on their list. */
export function settingsPlaceOf(pathname: string): SettingsPlaceName | null {
  switch (routeOf(pathname)) {
    case 'settingsAccount':
      return 'account';
    case 'settingsNotifications':
      return 'notifications';
    case 'settingsTelegram':
      return 'telegram';
    case 'settingsLocationList':
    case 'settingsLocation':
    case 'settingsRoom':
      return 'locations';
    case 'settingsPermissions':
      return 'permissions';
    case 'settingsBilling':
    case 'topUpBalance':
      return 'billing';
    default:
      return null;
  }
}
