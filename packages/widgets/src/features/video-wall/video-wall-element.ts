import { systemClock } from '@watchpost/sdk-core';
import type { Camera, CamerasReaderApi, Unsubscribe, ViewerClient, WallArrangement, WallLayout } from '@watchpost/sdk-core';
import { createElement } from 'preact';
import type { ComponentType } from 'preact';
import { choice, number, reflectAttributes, text } from '../../element/attributes.ts';
import { WatchpostElement } from '../../element/base-element.ts';
import type { GetToken } from '../../element/page-tokens.ts';
import { shadowTokens } from '../../element/shadow-tokens.ts';
import tokens from '../../theme/picture-tokens.css?inline';
import { stateNames, WatchpostProvider } from '../player/index.ts';
import type { PlayerState } from '../player/index.ts';
import { createWallClients } from './video-wall-clients.ts';
import type { WallClients, WallTokens } from './video-wall-clients.ts';
import type { VideoWallHandle } from './video-wall-handle.ts';
import { VideoWall } from './video-wall.tsx';

export type { VideoWallHandle } from './video-wall-handle.ts';

/** A client of an account. With an embed token, which lists no cameras, a page sets `tokens` or `getToken`. */
interface AccountClient extends ViewerClient {
  readonly cameras: CamerasReaderApi;
}

const styles = `${shadowTokens(tokens)}:host{display:block;height:100%;min-height:240px}:host([hidden]){display:none}`;
/** Interval of updating states and previews, milliseconds. */
const refreshIntervalMs = 10_000;

// The components are typed for React; in this build they are Preact's. Their props are the same objects.
const Provider = WatchpostProvider as unknown as ComponentType<Parameters<typeof WatchpostProvider>[0]>;
const Wall = VideoWall as unknown as ComponentType<Parameters<typeof VideoWall>[0]>;

const attributes = {
  server: text,
  'camera-ids': text,
  'token-url': text,
  layout: choice<WallLayout>('auto', '1', '4', '6', '9', '16', '25'),
  'cycle-seconds': number(0),
  report: text,
  locale: text,
};

/**
 * A video wall on any page. Name the cameras in `camera-ids` and where tokens come from in `token-url` or `getToken`; or pass the page's own
 * `client`, which shows all cameras of its user, or `tokens` with an embed token for each camera. Each attribute is also a property: `cycleSeconds` for `cycle-seconds`. Changes made in the same task are applied together.
 *
 * @element watchpost-video-wall
 * @attr {string} server - Origin of the Watchpost server; the page's own origin if absent.
 * @attr {string} camera-ids - Ids of the cameras, separated by spaces; for `token-url` and `getToken`.
 * @attr {string} token-url - Address of the page's own server for tokens: gets `{"cameraIds": […]}` by POST, and answers `{"token": "…"}`.
 * @attr {"auto"|"1"|"4"|"6"|"9"|"16"|"25"} layout - `auto` (the default), `1`, `4`, `6`, `9`, `16` or `25` tiles on a page.
 * @attr {number} cycle-seconds - Seconds before the next page is shown; 0 (the default) turns automatic changes off.
 * @attr {string} report - Reports playback quality of each camera: `server` to the Watchpost server, an `https://` address as a beacon to it; to nobody if absent.
 * @attr {string} locale - `en` or `ru`; the page's language if absent.
 * @attr {"light"|"dark"} data-theme - `light` or `dark`; the system's if absent.
 * @slot camera-ID - Over the picture of the camera with this ID and under its label: a plate, buttons of your own. Presses beside them reach the wall.
 * @csspart wall - The wall, with its bar.
 * @csspart timeline - The timeline of the recordings.
 * @cssstate live - At least one camera is live.
 * @cssstate playing - At least one camera is playing, live or recorded.
 * @cssstate buffering - At least one camera has no picture yet.
 * @cssstate offline - At least one camera is offline.
 * @cssstate error - At least one camera can't be shown.
 * @cssproperty --wp-pic-accent - Accent colour on pictures.
 * @cssproperty --wp-font - Font family.
 * @fires watchpost-state - A camera's player changed its state; `detail` is the state and `cameraId`.
 * @fires watchpost-quality - Playback quality of a camera: first frame, stall, latency and more; `detail` is a QualityEvent and `cameraId`.
 * @fires watchpost-token-expiring - A token expires in a minute, or was rejected: set `tokens` with a new one for `detail.cameraId`.
 * @fires watchpost-error - `token-url` or `getToken` gave no token; another attempt follows. `detail` has `status`, `message` and `retryIn`.
 * @fires watchpost-wall-ready - The wall is shown with the cameras `detail.cameraIds`, and the element's `wall` is set: play, pause, seek and sound.
 * @fires watchpost-arrange - The user changed the wall; store `detail.arrangement` and set it again as `arrangement`.
 */
export class WatchpostVideoWallElement extends WatchpostElement {
  static readonly observedAttributes: string[] = [...Object.keys(attributes), 'lang'];
  /** Origin of the Watchpost server, `https://cams.example`; null for the page's own. */
  declare server: string | null;
  /** Ids of the cameras, separated by spaces; for `tokenUrl` and `getToken`. */
  declare cameraIds: string | null;
  /** Address of the page's own server that answers `{"token": "…"}`. */
  declare tokenUrl: string | null;
  /** Tiles on a page; `auto` by default. */
  declare layout: WallLayout;
  /** Seconds before the next page is shown, up to 600; 0 by default, for never. */
  declare cycleSeconds: number;
  /** Where playback quality is reported: `server`, or an `https://` address; null for nowhere. */
  declare report: string | null;
  /** `en` or `ru`; null for the page's language. */
  declare locale: string | null;
  /**
   * Methods of the wall, for all cameras or for one; null until `watchpost-wall-ready`.
   * @example element.wall?.pause()
   */
  wall: VideoWallHandle | null = null;
  #client: AccountClient | null = null;
  #tokens: WallTokens = {};
  #getToken: GetToken | null = null;
  /** State of each camera's player. */
  readonly #states = new Map<string, PlayerState['kind']>();
  #clients: WallClients | null = null;
  #arrangement: WallArrangement | null = null;
  #cameras: readonly Camera[] | null = null;
  /** Names of changes that are not rendered yet. */
  #changed: ReadonlySet<'source' | 'attributes' | 'arrangement'> = new Set();
  #stopRefresh: Unsubscribe = () => {};

  constructor() {
    super(styles);
  }

  /** An application's own client of a signed-in user, instead of `server` and tokens: the wall shows all cameras of that user. */
  get client(): AccountClient | null {
    return this.#client;
  }
  set client(client: AccountClient | null) {
    if (client !== this.#client) this.#cameras = null;
    this.#client = client;
    this.#change('source');
  }

  /** Embed tokens by camera id, each with a connection of its own; may be replaced at any time. */
  get tokens(): WallTokens {
    return this.#tokens;
  }
  set tokens(next: WallTokens) {
    this.#tokens = next;
    this.#change('source');
  }

  /**
   * Gets a token for all cameras from the page's own server: at first, a minute before the last one expires, and when it is rejected.
   * Elements that share the function share its calls. Takes precedence over `token-url` and `tokens`.
   * @example wall.getToken = async ({ cameraIds }) => (await api.post('/cameras/token', { cameraIds })).token;
   */
  get getToken(): GetToken | null {
    return this.#getToken;
  }
  set getToken(getToken: GetToken | null) {
    this.#getToken = getToken;
    this.#change('source');
  }

  /** The value stored from `watchpost-arrange`; null: all cameras in the attribute's layout. A later `layout` or `cycle-seconds` overrides it. */
  get arrangement(): WallArrangement | null {
    return this.#arrangement;
  }
  set arrangement(next: WallArrangement | null) {
    this.#arrangement = next;
    this.#change('arrangement');
  }

  override attributeChangedCallback(name?: string, before?: string | null, next?: string | null): void {
    if (before === next) return;
    if (name === 'server') this.#cameras = null;
    if (name === 'server' || name === 'camera-ids' || name === 'token-url') this.#change('source');
    else if (name === 'layout' || name === 'cycle-seconds') this.#change('attributes');
    else this.update();
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#change('source');
  }

  protected view(): object | null {
    const changed = this.#changed;
    this.#changed = new Set();
    // In whichever order a page sets both, the stored arrangement wins.
    if (changed.has('attributes') && !changed.has('arrangement')) this.#arrangement = null;
    if (changed.has('source')) this.#begin();
    const clientOf = this.#clients?.of;
    const [anyone] = this.#ownIds();
    const client = this.#client ?? (anyone === undefined ? undefined : clientOf?.(anyone));
    // Without a camera to show the wall says so itself.
    if (!client || (!this.#client && !this.#cameras?.length)) return null;
    return createElement(
      Provider,
      { client, locale: this.language() },
      createElement(Wall, {
        cameras: this.#cameras,
        clientOf,
        arrangement: this.#arrangement ?? {
          layout: this.layout,
          cameraIds: [],
          cycleSeconds: Math.round(this.cycleSeconds > 0 && this.cycleSeconds <= 600 ? this.cycleSeconds : 0),
        },
        onArrange: (arrangement) => {
          this.#arrangement = arrangement;
          this.update();
          this.emit('watchpost-arrange', { arrangement });
        },
        onStateChange: (cameraId, state) => {
          this.#clients?.setRefused(cameraId, state.kind === 'error');
          this.#states.set(cameraId, state.kind);
          const shown = new Set(this.#cameras?.map(({ id }) => id));
          for (const id of this.#states.keys()) if (!shown.has(id)) this.#states.delete(id);
          this.setStates([...this.#states.values()].flatMap((kind) => stateNames[kind]));
          this.emit('watchpost-state', { ...state, cameraId });
        },
        onReady: (wall) => {
          this.wall = wall;
          this.emit('watchpost-wall-ready', { cameraIds: this.#cameras?.map(({ id }) => id) ?? [] });
        },
        report: this.report ?? undefined,
        onQuality: (cameraId, event) => this.emit('watchpost-quality', { ...event, cameraId }),
      }),
    );
  }

  protected override release(): void {
    super.release();
    this.wall = null;
    this.#states.clear();
    this.#stopRefresh();
    this.#dropClients();
  }

  /** Without the page's client: whose cameras there are. */
  #ownIds(): readonly string[] {
    const source = this.#getToken ?? this.tokenUrl;
    return source ? [...new Set((this.cameraIds ?? '').split(/\s+/).filter(Boolean))] : Object.keys(this.#tokens);
  }

  #change(what: 'source' | 'attributes' | 'arrangement'): void {
    this.#changed = new Set([...this.#changed, what]);
    this.update();
  }

  /** The account has changed: requests its cameras, and again periodically. */
  #begin(): void {
    this.#stopRefresh();
    if (this.#client) this.#dropClients();
    else {
      this.#clients ??= createWallClients({
        locale: () => this.language(),
        onTokenExpiring: (cameraId) => this.emit('watchpost-token-expiring', { cameraId }),
        onProblem: (problem) => this.emit('watchpost-error', { ...problem, cameraIds: this.#ownIds() }),
        onLate: () => this.#change('source'),
      });
      const cameraIds = this.#ownIds();
      this.#clients.update({ server: this.server ?? '', tokens: this.#tokens, source: this.#getToken ?? this.tokenUrl, cameraIds });
      this.#cameras = this.#cameras?.filter(({ id }) => cameraIds.includes(id)) ?? null;
      if (cameraIds.length === 0) return;
    }
    void this.#refresh();
  }

  async #refresh(): Promise<void> {
    let stopped = false;
    let stopTimer: Unsubscribe = () => {};
    this.#stopRefresh = () => {
      stopped = true;
      stopTimer();
    };
    const show = (found: readonly Camera[]): void => {
      if (stopped) return;
      this.#cameras = found;
      this.update();
    };
    // Known cameras stay after a failure.
    await (this.#client ? this.#client.cameras.list().then(show, () => {}) : this.#clients?.refresh(show));
    if (!stopped) stopTimer = systemClock.after(refreshIntervalMs, () => void this.#refresh());
  }

  #dropClients(): void {
    this.#clients?.dispose();
    this.#clients = null;
  }
}
reflectAttributes(WatchpostVideoWallElement.prototype, attributes);
