export type { MenuEntry } from '@watchpost/widgets/primitives';
