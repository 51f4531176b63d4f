export type { MenuChoice, MenuEntry, MenuItem, MenuSubmenu } from '@watchpost/widgets/primitives';
