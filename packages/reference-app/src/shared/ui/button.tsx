export { Button, buttonClass, IconButton, iconButtonClass } from '@watchpost/widgets/primitives';
export type { ButtonProps } from '@watchpost/widgets/primitives';
