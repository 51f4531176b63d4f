export { Badge, Banner, EventGlyph, ListRow, LiveTag, Progress, Skeleton, Spinner } from '@watchpost/widgets/primitives';
