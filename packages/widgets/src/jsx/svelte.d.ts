import type { HTMLAttributes } from 'svelte/elements';
import type {
  WatchpostCameraElement,
  WatchpostCheckoutElement,
  WatchpostShareElement,
  WatchpostSnapshotElement,
  WatchpostTimelineElement,
  WatchpostVideoWallElement,
} from '../elements.js';
import type {
  WatchpostCameraAttributes,
  WatchpostCheckoutAttributes,
  WatchpostShareAttributes,
  WatchpostSnapshotAttributes,
  WatchpostTimelineAttributes,
  WatchpostVideoWallAttributes,
} from './element-attributes.js';

// Types only, for templates in Svelte: import type {} from '@watchpost/widgets/jsx/svelte'.
declare module 'svelte/elements' {
  interface SvelteHTMLElements {
    'watchpost-camera': HTMLAttributes<WatchpostCameraElement> & WatchpostCameraAttributes;
    'watchpost-checkout': HTMLAttributes<WatchpostCheckoutElement> & WatchpostCheckoutAttributes;
    'watchpost-share': HTMLAttributes<WatchpostShareElement> & WatchpostShareAttributes;
    'watchpost-snapshot': HTMLAttributes<WatchpostSnapshotElement> & WatchpostSnapshotAttributes;
    'watchpost-timeline': HTMLAttributes<WatchpostTimelineElement> & WatchpostTimelineAttributes;
    'watchpost-video-wall': HTMLAttributes<WatchpostVideoWallElement> & WatchpostVideoWallAttributes;
  }
}
