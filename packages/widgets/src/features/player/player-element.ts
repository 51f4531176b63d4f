import { createElement } from 'preact';
import type { ComponentChild, ComponentType } from 'preact';
import { createEmbedClient, defaultLocale, embedTokenEnd, locales, systemClock } from '@watchpost/sdk-core';
import type { Locale, ViewerClient } from '@watchpost/sdk-core';
import { WatchpostElement } from '../../element/base-element.ts';
import { shadowTokens } from '../../element/shadow-tokens.ts';
import tokens from '../../theme/picture-tokens.css?inline';
import type { CameraPlayerHandle } from './controls/player-handle.ts';
import { CameraPlayer } from './player.tsx';
import type { Messages } from '../../i18n/messages.ts';
import { MessagesProvider } from './player-context.tsx';

const styles = `${shadowTokens(tokens)}:host{display:block;--wp-r-player:var(--wp-r-picture)}:host([hidden]){display:none}`;
const renewBefore = 60_000;

// The components are typed for React; in this build they are Preact's. Their props are the same objects.
const Provider = MessagesProvider as unknown as ComponentType<Parameters<typeof MessagesProvider>[0]>;
const Player = CameraPlayer as unknown as ComponentType<Parameters<typeof CameraPlayer>[0]>;

/** The value when it is one of these; anything else is `auto`. */
function oneOf<Value extends string>(value: string | null, known: readonly Value[]): Value | 'auto' {
  return known.find((one) => one === value) ?? 'auto';
}

/**
 * A camera on any page.
 *
 * @element watchpost-camera
 * @attr {string} camera-id - The camera.
 * @attr {string} server - Address of the Watchpost server; the page's own origin when absent.
 * @attr {string} token - Embed token from the page's own backend. It may be replaced at any time.
 * @attr {string} time - Unix milliseconds or `live` (the default). Follows when a person goes to another moment.
 * @attr {boolean} muted - `muted="false"` asks for sound; the browser may insist on silence until a click.
 * @attr {boolean} controls - `controls="false"` shows the picture only.
 * @attr {boolean} timeline - Shows the line of time below the picture.
 * @attr {"auto"|"low"|"high"} quality - `auto` (the default) goes by the size of the picture and what the network carries.
 * @attr {"auto"|"websocket"|"webrtc"|"hls"|"webcodecs"} transport - How live video comes; `auto` (the default) finds a way.
 * @attr {number} speed - Of recordings, 0.25 to 16; 1 when absent.
 * @attr {number} volume - 0 to 1; 1 when absent.
 * @attr {boolean} autoplay - `autoplay="false"` waits for a press on Play.
 * @attr {boolean} talk - `talk="false"` takes push to talk away, for a camera that has it.
 * @attr {boolean} marks - Key E marks a clip: `watchpost-mark` is fired.
 * @attr {string} locale - `en` or `ru`; the page's language when absent.
 * @attr {string} data-theme - `light` or `dark`; the system's when absent.
 * @cssproperty --wp-accent - Accent colour.
 * @cssproperty --wp-raised - Surface of what floats.
 * @cssproperty --wp-ink - Text colour.
 * @cssproperty --wp-r-picture - Radius of the picture.
 * @cssproperty --wp-font - Font family.
 * @fires watchpost-state - The player's state changed; `detail` is the state.
 * @fires watchpost-time - A person went to another moment; `detail.time` is Unix milliseconds or `live`.
 * @fires watchpost-position - Where a recording is while it plays, a few times a second; `detail.time` is Unix milliseconds.
 * @fires watchpost-quality - First frame, stall, latency and the like; `detail` is a QualityEvent, `detail.type` says which.
 * @fires watchpost-ready - The controls are there; `detail` is the `player` of this element: snapshots, zoom, talk, statistics.
 * @fires watchpost-mark - Somebody marked a clip; `detail.time` is Unix milliseconds.
 * @fires watchpost-token-expiring - A minute before the token ends: set a new `token`.
 */
export class WatchpostCameraElement extends WatchpostElement {
  static readonly observedAttributes: string[] = ['camera-id', 'server', 'token', 'time', 'muted', 'controls', 'timeline', 'locale', 'lang', 'quality', 'transport', 'speed', 'volume', 'talk', 'marks'];
  /**
   * What the page can do with the player; null until `watchpost-ready`.
   * @example element.player?.saveSnapshot()
   */
  player: CameraPlayerHandle | null = null;
  #given: ViewerClient | null = null;
  #own: { readonly client: ViewerClient; readonly server: string } | null = null;
  #russian: Messages | undefined;
  #failed = false;
  #generation = 0;
  #waiting: ((token: string) => void)[] = [];
  #cancelWarning: () => void = () => {};

  constructor() {
    super(styles);
  }

  /** An application's own client, in place of `server` and `token`. */
  get client(): ViewerClient | null {
    return this.#given;
  }
  set client(client: ViewerClient | null) {
    this.#given = client;
    this.#dropOwn();
    this.update();
  }

  override attributeChangedCallback(name?: string): void {
    if (name === 'server') this.#dropOwn();
    if (name === 'token') this.#onToken();
    super.attributeChangedCallback();
  }

  override connectedCallback(): void {
    this.#onToken();
    super.connectedCallback();
  }

  protected view(): ComponentChild {
    const cameraId = this.getAttribute('camera-id');
    if (!cameraId || (!this.#given && !this.hasAttribute('token'))) return null;
    const locale = this.#locale();
    if (locale === 'ru' && !this.#russian) {
      void this.#loadRussian();
      return null;
    }
    const client = this.#given ?? this.#client();
    const time = Number(this.getAttribute('time') ?? 'live');
    return createElement(
      Provider,
      { client, locale, messages: locale === 'ru' ? this.#russian : undefined },
      createElement(Player, {
        // A new token after a refusal begins anew.
        key: this.#generation,
        cameraId,
        time: Number.isFinite(time) && this.hasAttribute('time') ? time : 'live',
        controls: this.#is('controls', true),
        muted: this.#is('muted', true),
        timeline: this.#is('timeline'),
        autoplay: this.#is('autoplay', true),
        talk: this.#is('talk', true),
        quality: oneOf(this.getAttribute('quality'), ['low', 'high']),
        transport: oneOf(this.getAttribute('transport'), ['websocket', 'webrtc', 'hls', 'webcodecs']),
        speed: Number(this.getAttribute('speed') ?? 1) || 1,
        volume: Number(this.getAttribute('volume') ?? 1),
        ...(this.#is('marks') && { onMark: (at: number) => this.#tell('watchpost-mark', { time: at }) }),
        onReady: (player) => this.#tell('watchpost-ready', (this.player = player)),
        onPosition: (at) => this.#tell('watchpost-position', { time: at }),
        onTimeChange: (next) => {
          // The attribute follows the person, so that a page can set the old value again and mean it.
          this.setAttribute('time', `${next}`);
          this.#tell('watchpost-time', { time: next });
        },
        onStateChange: (state) => {
          this.#failed = state.kind === 'error';
          this.#tell('watchpost-state', state);
        },
        onQuality: (event) => this.#tell('watchpost-quality', event),
      }),
    );
  }

  /** `name="false"` is no, `name` is yes. */
  #is(name: string, without = false): boolean {
    const value = this.getAttribute(name);
    return value === null ? without : value !== 'false';
  }

  protected override release(): void {
    super.release();
    this.player = null;
    this.#cancelWarning();
    this.#dropOwn();
  }

  /** A page in English never fetches it. */
  async #loadRussian(): Promise<void> {
    this.#russian = (await import('../../i18n/messages-ru.ts')).ru;
    this.update();
  }

  /** The first of its own, the page's and the browser's languages that is there. */
  #locale(): Locale {
    const tags = [this.getAttribute('locale') ?? '', this.lang, document.documentElement.lang, ...navigator.languages];
    const known = tags.map((tag) => locales.find((locale) => tag.toLowerCase().startsWith(locale)));
    return known.find((locale) => locale !== undefined) ?? defaultLocale;
  }

  #tell(type: string, detail: unknown): void {
    this.dispatchEvent(new CustomEvent(type, { detail, bubbles: true, composed: true }));
  }

  #client(): ViewerClient {
    const server = this.getAttribute('server') ?? '';
    this.#own ??= { server, client: createEmbedClient({ baseUrl: server, token: () => this.#freshToken(), locale: () => this.#locale() }) };
    return this.#own.client;
  }

  /** The attribute's token, or the next one when that has ended. */
  #freshToken(): Promise<string> {
    const token = this.getAttribute('token');
    if (token && embedTokenEnd(token) > systemClock.now()) return Promise.resolve(token);
    if (token) this.#tell('watchpost-token-expiring', {});
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  #onToken(): void {
    this.#cancelWarning();
    const token = this.getAttribute('token');
    if (!token) return;
    if (this.#failed) this.#generation += 1;
    for (const resolve of this.#waiting.splice(0)) resolve(token);
    const left = embedTokenEnd(token) - systemClock.now() - renewBefore;
    if (Number.isFinite(left) && this.isConnected) this.#cancelWarning = systemClock.after(Math.max(0, Math.min(left, 2 ** 31 - 1)), () => this.#tell('watchpost-token-expiring', {}));
  }

  #dropOwn(): void {
    this.#own?.client.dispose();
    this.#own = null;
    this.#waiting = [];
  }
}
