export { Menu } from '@watchpost/widgets/primitives';
