export { Dialog } from '@watchpost/widgets/primitives';
