import { createElement } from 'preact';
import type { ComponentChild, ComponentType } from 'preact';
import { createEmbedClient, defaultLocale, embedTokenEnd, locales, systemClock } from '@watchpost/sdk-core';
import type { Locale, ViewerClient } from '@watchpost/sdk-core';
import { WatchpostElement } from '../../element/base-element.ts';
import { shadowTokens } from '../../element/shadow-tokens.ts';
import tokens from '../../theme/picture-tokens.css?inline';
import { CameraPlayer } from './player.tsx';
import type { Messages } from '../../i18n/messages.ts';
import { MessagesProvider } from './player-context.tsx';

const styles = `${shadowTokens(tokens)}:host{display:block;--wp-r-player:var(--wp-r-picture)}:host([hidden]){display:none}`;
const renewBefore = 60_000;

// The components are typed for React; in this build they are Preact's. Their props are the same objects.
const Provider = MessagesProvider as unknown as ComponentType<Parameters<typeof MessagesProvider>[0]>;
const Player = CameraPlayer as unknown as ComponentType<Parameters<typeof CameraPlayer>[0]>;

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
 * @attr {string} locale - `en` or `ru`; the page's language when absent.
 * @attr {string} data-theme - `light` or `dark`; the system's when absent.
 * @cssproperty --wp-accent - Accent colour.
 * @cssproperty --wp-raised - Surface of what floats.
 * @cssproperty --wp-ink - Text colour.
 * @cssproperty --wp-r-picture - Radius of the picture.
 * @cssproperty --wp-font - Font family.
 * @fires watchpost-state - The player's state changed; `detail` is the state.
 * @fires watchpost-time - A person went to another moment; `detail.time` is Unix milliseconds or `live`.
 * @fires watchpost-quality - First frame, stall, latency and the like; `detail` is the event.
 * @fires watchpost-token-expiring - A minute before the token ends: set a new `token`.
 */
export class WatchpostCameraElement extends WatchpostElement {
  static readonly observedAttributes: string[] = ['camera-id', 'server', 'token', 'time', 'muted', 'controls', 'timeline', 'locale', 'lang'];
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
        controls: this.getAttribute('controls') !== 'false',
        muted: this.getAttribute('muted') !== 'false',
        timeline: this.hasAttribute('timeline') && this.getAttribute('timeline') !== 'false',
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

  protected override release(): void {
    super.release();
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
