import type { HTMLAttributes } from 'svelte/elements';
import type {
  WatchpostCameraElement,
  WatchpostShareElement,
  WatchpostSnapshotElement,
  WatchpostTimelineElement,
  WatchpostVideoWallElement,
} from '../elements.js';
import type {
  WatchpostCameraAttributes,
  WatchpostShareAttributes,
  WatchpostSnapshotAttributes,
  WatchpostTimelineAttributes,
  WatchpostVideoWallAttributes,
} from './element-attributes.js';

// Types only, for templates in Svelte: import type {} from '@watchpost/widgets/jsx/svelte'.
declare module 'svelte/elements' {
  interface SvelteHTMLElements {
    'watchpost-camera': HTMLAttributes<WatchpostCameraElement> & WatchpostCameraAttributes;
    'watchpost-share': HTMLAttributes<WatchpostShareElement> & WatchpostShareAttributes;
    'watchpost-snapshot': HTMLAttributes<WatchpostSnapshotElement> & WatchpostSnapshotAttributes;
    'watchpost-timeline': HTMLAttributes<WatchpostTimelineElement> & WatchpostTimelineAttributes;
    'watchpost-video-wall': HTMLAttributes<WatchpostVideoWallElement> & WatchpostVideoWallAttributes;
  }
}
