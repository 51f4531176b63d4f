import type { DetailedHTMLProps, HTMLAttributes } from 'react';
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

// Types only, for pages in React 18 or 19: import type {} from '@watchpost/widgets/jsx/react'.
type Tag<Element, Attributes> = DetailedHTMLProps<HTMLAttributes<Element>, Element> & Attributes;

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'watchpost-camera': Tag<WatchpostCameraElement, WatchpostCameraAttributes>;
      'watchpost-checkout': Tag<WatchpostCheckoutElement, WatchpostCheckoutAttributes>;
      'watchpost-share': Tag<WatchpostShareElement, WatchpostShareAttributes>;
      'watchpost-snapshot': Tag<WatchpostSnapshotElement, WatchpostSnapshotAttributes>;
      'watchpost-timeline': Tag<WatchpostTimelineElement, WatchpostTimelineAttributes>;
      'watchpost-video-wall': Tag<WatchpostVideoWallElement, WatchpostVideoWallAttributes>;
    }
  }
}
