export { Popper } from '@watchpost/widgets/primitives';
