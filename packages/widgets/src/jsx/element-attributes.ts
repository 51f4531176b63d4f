import type { WatchpostCameraElement, WatchpostEventMap } from '../features/player/player-element.ts';
import type { WatchpostTimelineElement } from '../features/player/player-timeline-element.ts';
import type { WatchpostSnapshotElement } from '../features/player/player-snapshot-element.ts';
import type { WatchpostCheckoutElement } from '../features/checkout/checkout-element.ts';
import type { WatchpostShareElement } from '../features/sharing/sharing-element.ts';
import type { WatchpostVideoWallElement } from '../features/video-wall/video-wall-element.ts';

type Optional<Type> = { readonly [Name in keyof Type]?: Type[Name] | undefined };
/** Event attributes such as `onwatchpost-state`, as React 19 and Preact name listeners of custom elements. */
type Listeners = { readonly [Name in keyof WatchpostEventMap as `on${Name}`]?: ((event: WatchpostEventMap[Name]) => void) | undefined };

/** JSX attributes of `<watchpost-camera>`. `client` and `getToken` are no strings: they need React 19 or Preact, which set properties. */
export type WatchpostCameraAttributes = Listeners & {
  /** Id of the camera. */
  readonly 'camera-id'?: string | undefined;
  /** Address of the page's own server that answers `{"token": "…"}`. */
  readonly 'token-url'?: string | undefined;
} & Optional<
    Pick<
      WatchpostCameraElement,
      | 'autoplay'
      | 'client'
      | 'controls'
      | 'getToken'
      | 'locale'
      | 'marks'
      | 'muted'
      | 'quality'
      | 'report'
      | 'server'
      | 'speed'
      | 'talk'
      | 'time'
      | 'timeline'
      | 'token'
      | 'transport'
      | 'volume'
    >
  >;

/** JSX attributes of `<watchpost-video-wall>`. `client`, `getToken`, `tokens` and `arrangement` are no strings: they need React 19 or Preact, which set properties. */
export type WatchpostVideoWallAttributes = Listeners & {
  /** Ids of the cameras, separated by spaces; for `token-url` and `getToken`. */
  readonly 'camera-ids'?: string | undefined;
  /** Seconds before the next page is shown, up to 600; 0 for never. */
  readonly 'cycle-seconds'?: number | undefined;
  /** Address of the page's own server that answers `{"token": "…"}`. */
  readonly 'token-url'?: string | undefined;
} & Optional<Pick<WatchpostVideoWallElement, 'arrangement' | 'client' | 'getToken' | 'layout' | 'locale' | 'report' | 'server' | 'tokens'>>;

/** JSX attributes of `<watchpost-share>`. `client` and `invite` are objects: they need React 19 or Preact, which set properties. */
export type WatchpostShareAttributes = Listeners & { readonly 'camera-ids'?: string | undefined } & Optional<
    Pick<WatchpostShareElement, 'client' | 'invite' | 'locale' | 'open' | 'server'>
  >;

/** JSX attributes of `<watchpost-checkout>`. `client` is an object: it needs React 19 or Preact, which set properties. */
export type WatchpostCheckoutAttributes = Listeners & {
  /** Ids of the cameras that a plan is preselected for, separated by spaces. */
  readonly 'camera-ids'?: string | undefined;
  /** Id of an order: shows where it stands. */
  readonly 'order-id'?: string | undefined;
  /** Where the payment service sends the browser back to; `{order}` in it is the order's id. */
  readonly 'return-url'?: string | undefined;
} & Optional<Pick<WatchpostCheckoutElement, 'client' | 'closable' | 'edit' | 'locale' | 'server'>>;

/** JSX attributes of `<watchpost-snapshot>`. `getToken` is a function: it needs React 19 or Preact, which set properties. */
export type WatchpostSnapshotAttributes = Listeners & {
  /** Id of the camera. */
  readonly 'camera-id'?: string | undefined;
  /** Seconds between two pictures; 30 if absent, 0 for one picture. */
  readonly 'refresh-seconds'?: number | undefined;
  /** Address of the page's own server that answers `{"token": "…"}`. */
  readonly 'token-url'?: string | undefined;
} & Optional<Pick<WatchpostSnapshotElement, 'alt' | 'getToken' | 'locale' | 'server' | 'token'>>;

/** JSX attributes of `<watchpost-timeline>`. */
export type WatchpostTimelineAttributes = Listeners & Optional<Pick<WatchpostTimelineElement, 'for' | 'locale'>>;
