import type { DefineComponent } from 'vue';
import type {
  WatchpostCameraAttributes,
  WatchpostCheckoutAttributes,
  WatchpostShareAttributes,
  WatchpostSnapshotAttributes,
  WatchpostTimelineAttributes,
  WatchpostVideoWallAttributes,
} from './element-attributes.js';

// Types only, for templates in Vue: import type {} from '@watchpost/widgets/jsx/vue'.
declare module 'vue' {
  interface GlobalComponents {
    'watchpost-camera': DefineComponent<WatchpostCameraAttributes>;
    'watchpost-checkout': DefineComponent<WatchpostCheckoutAttributes>;
    'watchpost-share': DefineComponent<WatchpostShareAttributes>;
    'watchpost-snapshot': DefineComponent<WatchpostSnapshotAttributes>;
    'watchpost-timeline': DefineComponent<WatchpostTimelineAttributes>;
    'watchpost-video-wall': DefineComponent<WatchpostVideoWallAttributes>;
  }
}
