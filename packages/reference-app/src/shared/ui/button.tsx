export { Button, buttonClass, IconButton, iconButtonClass } from '@watchpost/widgets/primitives';
