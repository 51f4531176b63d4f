export { Badge, Banner, EventGlyph, ListRow, Progress, Skeleton, Spinner } from '@watchpost/widgets/primitives';
