export { CodeField } from '@watchpost/widgets/primitives';
