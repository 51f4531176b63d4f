import { createElement } from 'preact';
import type { ComponentType } from 'preact';
import type { Invite, Order, ViewerClient, WallArrangement } from '@watchpost/sdk-core';
import { choice, flag, number, reflectAttributes, text } from '../../element/attributes.ts';
import { WatchpostElement } from '../../element/base-element.ts';
import type { GetToken, TokenProblem } from '../../element/page-tokens.ts';
import { shadowTokens } from '../../element/shadow-tokens.ts';
import tokens from '../../theme/picture-tokens.css?inline';
import type { CameraPlayerHandle } from './controls/player-handle.ts';
import { createPageAccess } from './player-page-access.ts';
import type { PageAccess } from './player-page-access.ts';
import { stateNames } from './player-state-names.ts';
import { CameraPlayer } from './player.tsx';
import type { Messages } from '../../i18n/messages.ts';
import { MessagesProvider } from './player-context.tsx';
import type { QualityChoice } from './player-controller-types.ts';
import type { QualityEvent } from './engine/player-events.ts';
import type { PlayerState } from './engine/player-state.ts';
import type { TransportChoice } from './engine/transport-names.ts';

const styles = `${shadowTokens(tokens)}:host{display:block;--wp-r-player:var(--wp-r-picture)}:host([hidden]){display:none}`;

// The components are typed for React; in this build they are Preact's. Their props are the same objects.
const Provider = MessagesProvider as unknown as ComponentType<Parameters<typeof MessagesProvider>[0]>;
const Player = CameraPlayer as unknown as ComponentType<Parameters<typeof CameraPlayer>[0]>;

const attributes = {
  'camera-id': text,
  server: text,
  token: text,
  'token-url': text,
  time: number('live'),
  muted: flag(true),
  controls: flag(true),
  timeline: flag(false),
  quality: choice('auto', 'low', 'high'),
  transport: choice('auto', 'websocket', 'webrtc', 'hls', 'webcodecs'),
  speed: number(1),
  volume: number(1),
  autoplay: flag(true),
  talk: flag(true),
  marks: flag(false),
  report: text,
  locale: text,
};

/**
 * A camera on any page. Each attribute is also a property: `cameraId` for `camera-id`. Changes made in the same task are applied together.
 *
 * @element watchpost-camera
 * @attr {string} camera-id - Id of the camera.
 * @attr {string} server - Origin of the Watchpost server; the page's own origin if absent.
 * @attr {string} token - Embed token from the page's own backend; may be replaced at any time. With `token-url` or `getToken`, the first one.
 * @attr {string} token-url - Address of the page's own server for tokens: gets `{"cameraIds": […]}` by POST, and answers `{"token": "…"}`.
 * @attr {string} time - Unix milliseconds or `live` (the default). Reflects where the user goes.
 * @attr {boolean} muted - `muted="false"` requests sound; a browser that refuses it without a press shows Play instead.
 * @attr {boolean} controls - `controls="false"` shows only the picture.
 * @attr {boolean} timeline - Shows the timeline below the picture.
 * @attr {"auto"|"low"|"high"} quality - `auto` (the default) chooses by the picture's size and the network.
 * @attr {"auto"|"websocket"|"webrtc"|"hls"|"webcodecs"} transport - Transport of live video; `auto` (the default) finds one that works.
 * @attr {number} speed - Playback speed of recordings, 0.25 to 16; 1 if absent.
 * @attr {number} volume - 0 to 1; 1 if absent.
 * @attr {boolean} autoplay - `autoplay="false"` waits for Play.
 * @attr {boolean} talk - `talk="false"` hides push-to-talk of a camera that has it.
 * @attr {boolean} marks - The key E marks a clip and fires `watchpost-mark`.
 * @attr {string} report - Reports playback quality: `server` to the Watchpost server, an `https://` address as a beacon to it; to nobody if absent.
 * @attr {string} locale - `en` or `ru`; the page's language if absent.
 * @attr {"light"|"dark"} data-theme - `light` or `dark`; the system's if absent.
 * @slot tools - Buttons of your own in the row above the timeline.
 * @slot overlay - Over the picture and under the controls: a logo, a caption, buttons of your own. Presses beside them reach the player.
 * @csspart player - The picture with everything on it.
 * @csspart picture - The video, or what covers it.
 * @csspart controls - The control bar.
 * @csspart message - What is said in place of the picture.
 * @csspart timeline - The timeline below the picture.
 * @cssstate live - The live picture is shown.
 * @cssstate playing - Live video or a recording is playing.
 * @cssstate buffering - There is no picture yet, or it waits for data.
 * @cssstate offline - The camera is offline.
 * @cssstate error - It can't be shown; `watchpost-state` has the code.
 * @cssproperty --wp-accent - Accent colour.
 * @cssproperty --wp-raised - Background of menus and dialogs.
 * @cssproperty --wp-ink - Text colour.
 * @cssproperty --wp-r-picture - Corner radius of the picture.
 * @cssproperty --wp-font - Font family.
 * @fires watchpost-state - The player's state changed; `detail` is the state.
 * @fires watchpost-time - The user went to another moment; `detail.time` is Unix milliseconds or `live`.
 * @fires watchpost-position - The position of a playing recording, a few times a second; `detail.time` is Unix milliseconds.
 * @fires watchpost-quality - Playback quality: first frame, stall, latency and more; `detail` is a QualityEvent with a `type`.
 * @fires watchpost-ready - The controls are loaded; `detail` is the element's `player`: snapshots, zoom, talk, statistics.
 * @fires watchpost-mark - The user marked a clip's start or end; `detail.time` is Unix milliseconds.
 * @fires watchpost-token-expiring - The token expires in a minute, or was rejected: set a new `token`. Not with `token-url` or `getToken`.
 * @fires watchpost-error - `token-url` or `getToken` gave no token; another attempt follows. `detail` has `status`, `message` and `retryIn`.
 */
export class WatchpostCameraElement extends WatchpostElement {
  static readonly observedAttributes: string[] = [...Object.keys(attributes), 'lang'];
  /** Id of the camera; nothing is shown without one. */
  declare cameraId: string | null;
  /** Origin of the Watchpost server, `https://cams.example`; null for the page's own. */
  declare server: string | null;
  /** Embed token from the page's own backend; may be replaced at any time. */
  declare token: string | null;
  /** Address of the page's own server that answers `{"token": "…"}`. */
  declare tokenUrl: string | null;
  /** The moment that is shown, Unix milliseconds, or `live`. Setting it seeks; it follows where the user goes. */
  declare time: number | 'live';
  /** True by default, because browsers start no sound by themselves. */
  declare muted: boolean;
  /** True by default; false shows only the picture. */
  declare controls: boolean;
  /** False by default; true shows the timeline below the picture. */
  declare timeline: boolean;
  /** `auto` by default: by the picture's size and the network. */
  declare quality: QualityChoice;
  /** Transport of live video; `auto` by default, which finds one that works. */
  declare transport: TransportChoice;
  /** Playback speed of recordings, 0.25 to 16; 1 by default. */
  declare speed: number;
  /** 0 to 1; 1 by default. */
  declare volume: number;
  /** True by default; false waits for Play. */
  declare autoplay: boolean;
  /** True by default; false hides push-to-talk of a camera that has it. */
  declare talk: boolean;
  /** False by default; true lets the key E mark a clip, which fires `watchpost-mark`. */
  declare marks: boolean;
  /** Where playback quality is reported: `server`, or an `https://` address; null for nowhere. */
  declare report: string | null;
  /** `en` or `ru`; null for the page's language. */
  declare locale: string | null;
  /**
   * Methods and state of the player; null until `watchpost-ready`.
   * @example element.player?.saveSnapshot()
   */
  player: CameraPlayerHandle | null = null;
  #given: ViewerClient | null = null;
  #getToken: GetToken | null = null;
  #access: PageAccess | null = null;
  #sourceOf: string | null = null;
  #russian: Messages | undefined;

  constructor() {
    super(styles);
  }

  /** An application's own client, instead of `server` and `token`: of createEmbedClient or createBrowserClient. */
  get client(): ViewerClient | null {
    return this.#given;
  }
  set client(client: ViewerClient | null) {
    this.#given = client;
    this.update();
  }

  /**
   * Gets a token from the page's own server: at first, a minute before the last one expires, and when it is rejected. Elements that share
   * the function share its calls. Takes precedence over `token-url`.
   * @example camera.getToken = async ({ cameraIds }) => (await api.post('/cameras/token', { cameraIds })).token;
   */
  get getToken(): GetToken | null {
    return this.#getToken;
  }
  set getToken(getToken: GetToken | null) {
    this.#getToken = getToken;
    this.update();
  }

  protected view(): object | null {
    const { cameraId } = this;
    const access = this.#accessNow();
    const client = this.#given ?? access?.client;
    if (!cameraId || !client) return null;
    const locale = this.language();
    if (locale === 'ru' && !this.#russian) {
      void this.#loadRussian();
      return null;
    }
    const emit = (type: string, detail: object): void => this.emit(`watchpost-${type}`, { ...detail, cameraId });
    return createElement(
      Provider,
      { client, locale, messages: locale === 'ru' ? this.#russian : undefined },
      createElement(Player, {
        cameraId,
        time: this.time,
        controls: this.controls,
        muted: this.muted,
        timeline: this.timeline,
        autoplay: this.autoplay,
        talk: this.talk,
        quality: this.quality,
        transport: this.transport,
        speed: this.speed || 1,
        volume: this.volume,
        report: this.report ?? undefined,
        ...(this.marks && { onMark: (time: number) => emit('mark', { time }) }),
        onReady: (player) => this.emit('watchpost-ready', (this.player = player)),
        onPosition: (time) => emit('position', { time }),
        onTimeChange: (time) => {
          // The attribute follows the user, so that setting the previous value again is a change.
          this.time = time;
          emit('time', { time });
        },
        onStateChange: (state) => {
          if (access) access.isRefused = state.kind === 'error';
          this.setStates(stateNames[state.kind]);
          emit('state', state);
        },
        onQuality: (event) => emit('quality', event),
      }),
    );
  }

  protected override release(): void {
    super.release();
    this.player = null;
    this.#dropAccess();
  }

  /** Loads the Russian texts; a page in English never does. */
  async #loadRussian(): Promise<void> {
    this.#russian = (await import('../../i18n/messages-ru.ts')).ru;
    this.update();
  }

  /** Matches the access to the current attributes. A token with a later expiry changes nothing on the screen. */
  #accessNow(): PageAccess | null {
    const { token, cameraId } = this;
    const source = this.#getToken ?? this.tokenUrl;
    const rights = { server: this.server ?? '', token, source };
    const isWanted = !this.#given && (token || (source && cameraId));
    // A source gives a token for a camera, a page for what it likes.
    const isOther = source && cameraId !== this.#sourceOf;
    if (!isWanted || isOther || !this.#access?.accepts(rights)) this.#dropAccess();
    this.#sourceOf = cameraId;
    const cameraIds = cameraId ? [cameraId] : [];
    if (isWanted)
      this.#access ??= createPageAccess({
        ...rights,
        cameraIds: () => cameraIds,
        locale: () => this.language(),
        onTokenExpiring: () => this.emit('watchpost-token-expiring', { cameraId: this.cameraId }),
        onProblem: (problem) => this.emit('watchpost-error', { ...problem, cameraIds }),
        onLate: () => {
          this.#dropAccess();
          this.update();
        },
      });
    return this.#access;
  }

  #dropAccess(): void {
    this.#access?.dispose();
    this.#access = null;
  }
}
reflectAttributes(WatchpostCameraElement.prototype, attributes);

type Named<Detail> = Detail & { readonly cameraId: string };

/** The events of the elements. They bubble: a listener on the document receives those of every camera. */
export interface WatchpostEventMap {
  /** A player's state changed: `detail.kind`, with a `code` for an error. */
  'watchpost-state': CustomEvent<Named<PlayerState>>;
  /** Playback quality by `detail.type`: first frame, stall, latency and more. Durations are milliseconds. */
  'watchpost-quality': CustomEvent<Named<QualityEvent>>;
  /** A token expires in a minute, or was rejected: set a new one. Not with `token-url` or `getToken`. */
  'watchpost-token-expiring': CustomEvent<Named<object>>;
  /** The user went to another moment, Unix milliseconds, or to `live`. */
  'watchpost-time': CustomEvent<Named<{ readonly time: number | 'live' }>>;
  /** The position of a playing recording, Unix milliseconds, a few times a second. */
  'watchpost-position': CustomEvent<Named<{ readonly time: number }>>;
  /** The user marked a clip's start or end, Unix milliseconds. */
  'watchpost-mark': CustomEvent<Named<{ readonly time: number }>>;
  /** A camera's controls are loaded; `detail` is the element's `player`. */
  'watchpost-ready': CustomEvent<CameraPlayerHandle>;
  /** The wall shows these cameras, and its `wall` is set. */
  'watchpost-wall-ready': CustomEvent<{ readonly cameraIds: readonly string[] }>;
  /** The user changed the wall: store the arrangement, and set it again as `arrangement`. */
  'watchpost-arrange': CustomEvent<{ readonly arrangement: WallArrangement }>;
  /** A snapshot shows another picture, taken at this time, Unix milliseconds. */
  'watchpost-picture': CustomEvent<Named<{ readonly takenAt: number }>>;
  /** The page's server gave no token; another attempt follows in `detail.retryIn` milliseconds. */
  'watchpost-error': CustomEvent<TokenProblem & { readonly cameraIds: readonly string[] }>;
  /** The user created a link; `url` is null if its secret is unknown here. */
  'watchpost-share-created': CustomEvent<{ readonly invite: Invite; readonly url: string | null }>;
  /** The user changed the link. */
  'watchpost-share-updated': CustomEvent<{ readonly invite: Invite; readonly url: string | null }>;
  /** The user closed the dialog; `open` is false already. */
  'watchpost-share-close': CustomEvent<object>;
  /** Another step of the checkout is shown. */
  'watchpost-checkout-step': CustomEvent<{ readonly step: 'plans' | 'review' | 'payment' | 'result' }>;
  /** An order was made and is not paid yet. */
  'watchpost-checkout-order': CustomEvent<{ readonly orderId: string }>;
  /** What came of the order. */
  'watchpost-checkout-finish': CustomEvent<{
    readonly kind: 'credited' | 'activated' | 'invoiced' | 'failed' | 'cancelled';
    readonly order: Order;
  }>;
  /** The user closed the checkout: the page removes it. */
  'watchpost-checkout-close': CustomEvent<object>;
}

declare global {
  // Types addEventListener of elements and of the document.
  interface GlobalEventHandlersEventMap extends WatchpostEventMap {}
}
