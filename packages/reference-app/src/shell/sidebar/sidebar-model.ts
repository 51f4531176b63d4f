import { routeOf } from '../../shared/navigation/routes.ts';

export type SidebarItem = 'cameras' | 'activities' | 'videoWall' | 'settings';
export type SidebarSubItem = 'billing' | 'locations';

export interface SidebarPlace {
  readonly item: SidebarItem | null;
  /** Within the settings, when it has an entry of its own. */
  readonly subItem: SidebarSubItem | null;
}

/** What the sidebar marks as current. @param pathname of the address */
export function sidebarPlace(pathname: string): SidebarPlace {
  const route = routeOf(pathname);
  const at = (item: SidebarItem | null, subItem: SidebarSubItem | null = null): SidebarPlace => ({ item, subItem });
  if (route === null) return at(null);
  if (route === 'activities' || route === 'videoWall') return at(route);
  if (route === 'dashboard' || pathname.startsWith('/cameras')) return at('cameras');
  if (route === 'settingsBilling' || route === 'topUpBalance') return at('settings', 'billing');
  if (pathname.startsWith('/settings/locations-and-rooms')) return at('settings', 'locations');
  return at(pathname.startsWith('/settings') ? 'settings' : null);
}

export interface SidebarState {
  readonly collapsed: boolean;
  readonly groupOpen: boolean;
}

/** A click on the group: a collapsed sidebar expands and shows the group; an expanded one folds and unfolds it. */
export function pressGroup({ collapsed, groupOpen }: SidebarState): SidebarState {
  return collapsed ? { collapsed: false, groupOpen: true } : { collapsed, groupOpen: !groupOpen };
}
