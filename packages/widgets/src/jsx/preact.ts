import type { HTMLAttributes } from 'preact';
import type { WatchpostCameraElement } from '../features/player/player-element.ts';
import type { WatchpostTimelineElement } from '../features/player/player-timeline-element.ts';
import type { WatchpostSnapshotElement } from '../features/player/player-snapshot-element.ts';
import type { WatchpostCheckoutElement } from '../features/checkout/checkout-element.ts';
import type { WatchpostShareElement } from '../features/sharing/sharing-element.ts';
import type { WatchpostVideoWallElement } from '../features/video-wall/video-wall-element.ts';
import type {
  WatchpostCameraAttributes,
  WatchpostCheckoutAttributes,
  WatchpostShareAttributes,
  WatchpostSnapshotAttributes,
  WatchpostTimelineAttributes,
  WatchpostVideoWallAttributes,
} from './element-attributes.ts';

// Types only, for pages in Preact: import type {} from '@watchpost/widgets/jsx/preact'.
declare module 'preact' {
  namespace JSX {
    interface IntrinsicElements {
      'watchpost-camera': HTMLAttributes<WatchpostCameraElement> & WatchpostCameraAttributes;
      'watchpost-checkout': HTMLAttributes<WatchpostCheckoutElement> & WatchpostCheckoutAttributes;
      'watchpost-share': HTMLAttributes<WatchpostShareElement> & WatchpostShareAttributes;
      'watchpost-snapshot': HTMLAttributes<WatchpostSnapshotElement> & WatchpostSnapshotAttributes;
      'watchpost-timeline': HTMLAttributes<WatchpostTimelineElement> & WatchpostTimelineAttributes;
      'watchpost-video-wall': HTMLAttributes<WatchpostVideoWallElement> & WatchpostVideoWallAttributes;
    }
  }
}
