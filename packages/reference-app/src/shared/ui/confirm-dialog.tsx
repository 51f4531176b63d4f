export { ConfirmDialog } from '@watchpost/widgets/primitives';
