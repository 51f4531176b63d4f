export { Menu } from '@watchpost/widgets/primitives';
export type { MenuProps } from '@watchpost/widgets/primitives';
