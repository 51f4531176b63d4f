export { Mark } from '@watchpost/widgets/primitives';
