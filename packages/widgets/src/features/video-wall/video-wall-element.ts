import { createElement } from 'preact';
import type { ComponentChild, ComponentType } from 'preact';
import { defaultLocale, locales, systemClock } from '@watchpost/sdk-core';
import type { Camera, Locale, Unsubscribe, ViewerClient, WallArrangement, WallLayout } from '@watchpost/sdk-core';
import { WatchpostElement } from '../../element/base-element.ts';
import { shadowTokens } from '../../element/shadow-tokens.ts';
import tokens from '../../theme/picture-tokens.css?inline';
import { WatchpostProvider } from '../player/index.ts';
import { createWallClients } from './video-wall-clients.ts';
import type { WallClients, WallTokens } from './video-wall-clients.ts';
import { VideoWall } from './video-wall.tsx';

const styles = `${shadowTokens(tokens)}:host{display:block;height:100%;min-height:240px}:host([hidden]){display:none}`;
const layouts: readonly WallLayout[] = ['auto', '1', '4', '6', '9', '16', '25'];
/** State and previews are renewed this often, milliseconds. */
const refreshEvery = 10_000;

// The components are typed for React; in this build they are Preact's. Their props are the same objects.
const Provider = WatchpostProvider as unknown as ComponentType<Parameters<typeof WatchpostProvider>[0]>;
const Wall = VideoWall as unknown as ComponentType<Parameters<typeof VideoWall>[0]>;

/**
 * A video wall on any page. Give it the page's own `client`, which brings every camera of its person over one connection,
 * or `tokens`: an embed token for each camera.
 *
 * @element watchpost-video-wall
 * @attr {string} server - Address of the Watchpost server; the page's own origin when absent.
 * @attr {string} layout - `auto` (the default), `1`, `4`, `6`, `9`, `16` or `25` tiles on a page.
 * @attr {number} cycle-seconds - Seconds on a page before the next one is shown; 0 (the default): by hand only.
 * @attr {string} locale - `en` or `ru`; the page's language when absent.
 * @cssproperty --wp-pic-accent - Accent colour on pictures.
 * @cssproperty --wp-font - Font family.
 * @fires watchpost-arrange - A person changed the wall; `detail.arrangement` is what to keep and to set again as `arrangement`.
 */
export class WatchpostVideoWallElement extends WatchpostElement {
  static readonly observedAttributes: string[] = ['server', 'layout', 'cycle-seconds', 'locale', 'lang'];
  #client: ViewerClient | null = null;
  #tokens: WallTokens = {};
  #clients: WallClients | null = null;
  #arrangement: WallArrangement | null = null;
  #cameras: readonly Camera[] | null = null;
  #stopRefresh: Unsubscribe = () => {};

  constructor() {
    super(styles);
  }

  /** An application's own client, in place of `server` and `tokens`. */
  get client(): ViewerClient | null {
    return this.#client;
  }
  set client(client: ViewerClient | null) {
    this.#client = client;
    this.#begin();
  }

  /** Embed tokens by camera id. They may be replaced at any time. */
  get tokens(): WallTokens {
    return this.#tokens;
  }
  set tokens(next: WallTokens) {
    this.#tokens = next;
    this.#clients?.setTokens(next);
    this.#begin();
  }

  /** What was kept from `watchpost-arrange`; null: all cameras in the layout of the attribute. */
  get arrangement(): WallArrangement | null {
    return this.#arrangement;
  }
  set arrangement(next: WallArrangement | null) {
    this.#arrangement = next;
    this.update();
  }

  override attributeChangedCallback(name?: string): void {
    if (name === 'server') this.#dropClients();
    if (name === 'layout' || name === 'cycle-seconds') this.#arrangement = null;
    super.attributeChangedCallback();
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#begin();
  }

  protected view(): ComponentChild {
    const clientOf = this.#clientOf();
    const first = this.#client ?? (this.#cameras?.[0] && clientOf(this.#cameras[0].id));
    if (!first) return null;
    return createElement(
      Provider,
      { client: first, locale: this.#locale() },
      createElement(Wall, {
        cameras: this.#cameras,
        clientOf: this.#client ? undefined : clientOf,
        arrangement: this.#arrangement ?? this.#fromAttributes(),
        onArrange: (arrangement) => {
          this.#arrangement = arrangement;
          this.update();
          this.dispatchEvent(new CustomEvent('watchpost-arrange', { detail: { arrangement }, bubbles: true, composed: true }));
        },
      }),
    );
  }

  protected override release(): void {
    super.release();
    this.#stopRefresh();
    this.#dropClients();
  }

  #clientOf(): (cameraId: string) => ViewerClient {
    this.#clients ??= createWallClients(this.getAttribute('server') ?? '', this.#tokens, () => this.#locale());
    const { of } = this.#clients;
    return of;
  }

  #begin(): void {
    this.#stopRefresh();
    if (!this.isConnected || (!this.#client && Object.keys(this.#tokens).length === 0)) return;
    void this.#refresh();
  }

  async #refresh(): Promise<void> {
    let stopped = false;
    let stopTimer: Unsubscribe = () => {};
    this.#stopRefresh = () => {
      stopped = true;
      stopTimer();
    };
    this.#clientOf();
    // What was known stays through a failure.
    const found = await (this.#client ? this.#client.cameras.list() : this.#clients?.cameras())?.catch(() => null);
    if (stopped) return;
    if (found) this.#cameras = found;
    this.update();
    stopTimer = systemClock.after(refreshEvery, () => void this.#refresh());
  }

  #fromAttributes(): WallArrangement {
    const layout = layouts.find((known) => known === this.getAttribute('layout')) ?? 'auto';
    const seconds = Math.round(Number(this.getAttribute('cycle-seconds') ?? 0));
    return { layout, cameraIds: [], cycleSeconds: seconds > 0 && seconds <= 600 ? seconds : 0 };
  }

  /** The first of its own, the page's and the browser's languages that is there. */
  #locale(): Locale {
    const tags = [this.getAttribute('locale') ?? '', this.lang, document.documentElement.lang, ...navigator.languages];
    const known = tags.map((tag) => locales.find((locale) => tag.toLowerCase().startsWith(locale)));
    return known.find((locale) => locale !== undefined) ?? defaultLocale;
  }

  #dropClients(): void {
    this.#clients?.dispose();
    this.#clients = null;
  }
}
