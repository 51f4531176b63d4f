import { localTexts } from './storage.ts';

/** Whether the user collapsed the sidebar; null: not chosen yet, the screen's width decides. */
export function sidebarChoice(): boolean | null {
  const text = localTexts.read('sidebar');
  return text === 'collapsed' ? true : text === 'expanded' ? false : null;
}

export function keepSidebarCollapsed(collapsed: boolean): void {
  localTexts.write('sidebar', collapsed ? 'collapsed' : 'expanded');
}

/** Whether the settings group is expanded in the sidebar. */
export function isSettingsGroupOpen(): boolean {
  return localTexts.read('sidebar-settings') !== 'closed';
}

export function keepSettingsGroupOpen(open: boolean): void {
  localTexts.write('sidebar-settings', open ? 'open' : 'closed');
}

/** Whether the last list had cameras; null: never loaded. Keeps the layout stable while the list loads. */
export function hadCameras(): boolean | null {
  const text = localTexts.read('cameras');
  return text === null ? null : Number(text) > 0;
}

/** Whether plans were sold here at the last visit, so that the menu has its entry from the start. */
export function hadBilling(): boolean {
  return localTexts.read('billing') === 'yes';
}

export function keepHadBilling(isEnabled: boolean): void {
  localTexts.write('billing', isEnabled ? 'yes' : null);
}

/** Clears what one user's cameras and navigation left in this browser; theme, language and layout stay. */
export function forgetPerson(): void {
  localTexts.write('cameras', null);
  localTexts.write('palette-recent', null);
  localTexts.write('rooms', null);
}

/** Returns the last number of cameras, to reserve their space while they load. */
export function lastCameraCount(): number {
  const count = Number(localTexts.read('cameras') ?? 3);
  return Number.isInteger(count) ? Math.min(12, Math.max(1, count)) : 3;
}

export function keepCameraCount(count: number): void {
  localTexts.write('cameras', String(count));
}

/** Whether the last visit had rooms to choose from, to reserve their space while they load. */
export function hadRooms(): boolean {
  return localTexts.read('rooms') === 'yes';
}

export function keepHadRooms(hasRooms: boolean): void {
  localTexts.write('rooms', hasRooms ? 'yes' : null);
}
