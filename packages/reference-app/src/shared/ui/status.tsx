export { Badge, Banner, CountBadge, Dot, EventGlyph, ListRow, LiveTag, Progress, Skeleton, Spinner, Stamp } from '@watchpost/widgets/primitives';
