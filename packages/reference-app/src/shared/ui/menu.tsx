export { Menu, MenuList } from '@watchpost/widgets/primitives';
