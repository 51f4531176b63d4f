export { EmptyState } from '@watchpost/widgets/primitives';
