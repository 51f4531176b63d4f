import type { JSX } from 'solid-js';
import type {
  WatchpostCameraElement,
  WatchpostCheckoutElement,
  WatchpostEventMap,
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

/** Solid sets properties with `prop:` and listens with `on:`. */
type Tag<Element, Attributes> = JSX.HTMLAttributes<Element> &
  Attributes & { readonly [Name in keyof Attributes & string as `prop:${Name}`]?: Attributes[Name] } & {
    readonly [Name in keyof WatchpostEventMap as `on:${Name}`]?: (event: WatchpostEventMap[Name]) => void;
  };

// Types only, for pages in Solid: import type {} from '@watchpost/widgets/jsx/solid'.
declare module 'solid-js' {
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
