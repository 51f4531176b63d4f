import { routeOf } from '../../shared/navigation/routes.ts';

type SidebarItem = 'cameras' | 'activities' | 'videoWall' | 'settings';
type SidebarSubItem = 'billing' | 'locations' | 'permissions' | 'developers';

export interface SidebarPlace {
  readonly item: SidebarItem | null;
  /** The item within the settings, if it has its own entry. */
  readonly subItem: SidebarSubItem | null;
}

/** Returns the items that the sidebar marks as current. @param pathname of the address */
export function sidebarPlace(pathname: string): SidebarPlace {
  const route = routeOf(pathname);
  const at = (item: SidebarItem | null, subItem: SidebarSubItem | null = null): SidebarPlace => ({ item, subItem });
  if (route === null) return at(null);
  if (route === 'activities' || route === 'videoWall') return at(route);
  if (route === 'dashboard' || pathname.startsWith('/cameras')) return at('cameras');
  if (pathname.startsWith('/settings/payments-and-billing') || route === 'orderPayment') return at('settings', 'billing');
  if (pathname.startsWith('/settings/locations-and-rooms')) return at('settings', 'locations');
  if (route === 'settingsPermissions') return at('settings', 'permissions');
  if (route === 'settingsDevelopers' || route === 'settingsQuality') return at('settings', 'developers');
  return at(pathname.startsWith('/settings') ? 'settings' : null);
}

export interface SidebarState {
  readonly collapsed: boolean;
  readonly groupOpen: boolean;
}

/** Returns the state after a click on the group: a collapsed sidebar expands and shows the group; an expanded one folds or unfolds it. */
export function pressGroup({ collapsed, groupOpen }: SidebarState): SidebarState {
  return collapsed ? { collapsed: false, groupOpen: true } : { collapsed, groupOpen: !groupOpen };
}
