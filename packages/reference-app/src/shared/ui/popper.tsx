export { Popper, Tooltip } from '@watchpost/widgets/primitives';
