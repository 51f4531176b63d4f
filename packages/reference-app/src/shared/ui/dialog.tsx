export { Dialog } from '@watchpost/widgets/primitives';
export type { DialogProps } from '@watchpost/widgets/primitives';
