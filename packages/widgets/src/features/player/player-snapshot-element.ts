import { createPictureClient, systemClock, WatchpostError } from '@watchpost/sdk-core';
import type { Camera, PictureClient } from '@watchpost/sdk-core';
import { number, reflectAttributes, text } from '../../element/attributes.ts';
import { PageElement } from '../../element/page-element.ts';
import { holdTokens } from '../../element/page-tokens.ts';
import type { GetToken, TokenHolder } from '../../element/page-tokens.ts';
import { shadowTokens } from '../../element/shadow-tokens.ts';
import tokens from '../../theme/picture-tokens.css?inline';
import { createRefresh } from './snapshot/snapshot-refresh.ts';
import type { Refresh } from './snapshot/snapshot-refresh.ts';
import styles from './snapshot/snapshot.css?inline';
import { createSnapshotView } from './snapshot/snapshot-view.ts';
import type { SnapshotFacts, SnapshotView } from './snapshot/snapshot-view.ts';

/** A picture is loaded when it is this close to the visible part of the page. */
const rootMargin = '200px';
const ageIntervalMs = 5_000;

const attributes = {
  'camera-id': text,
  server: text,
  token: text,
  'token-url': text,
  'refresh-seconds': number(30),
  alt: text,
  locale: text,
};

interface Source {
  readonly client: PictureClient;
  readonly holder: TokenHolder | null;
}

/**
 * How a camera looks now, for lists: a picture that refreshes, without video. It loads while it is visible, and shares six requests at a time
 * with all others of the page. Each attribute is also a property: `cameraId` for `camera-id`. Changes made in the same task are applied together.
 *
 * @element watchpost-snapshot
 * @attr {string} camera-id - Id of the camera.
 * @attr {string} server - Origin of the Watchpost server; the page's own origin if absent.
 * @attr {string} token - Embed token from the page's own backend; may be replaced at any time. With `token-url` or `getToken`, the first one.
 * @attr {string} token-url - Address of the page's own server for tokens: gets `{"cameraIds": […]}` by POST, and answers `{"token": "…"}`.
 * @attr {number} refresh-seconds - Seconds between two pictures; 30 if absent, 0 for never.
 * @attr {string} alt - Text in place of the picture; the camera's name if absent.
 * @attr {string} locale - `en` or `ru`; the page's language if absent.
 * @slot overlay - Over the picture, under its age: a name, a link. Presses beside them reach the element.
 * @csspart picture - The frame with everything in it.
 * @csspart image - The picture.
 * @csspart age - How old the picture is, or since when the camera is offline.
 * @csspart message - What is said over the picture.
 * @csspart watermark - The text that the camera's owner has put over the picture.
 * @cssstate buffering - There is no picture yet.
 * @cssstate offline - The camera is offline; the picture is its last one.
 * @cssstate error - It can't be loaded.
 * @cssproperty --wp-r-picture - Corner radius of the picture.
 * @cssproperty --wp-font - Font family.
 * @fires watchpost-picture - Another picture is on the screen; `detail` has `cameraId` and `takenAt`, Unix milliseconds.
 * @fires watchpost-token-expiring - The token expires in a minute, or was rejected: set a new `token`. Not with `token-url` or `getToken`.
 * @fires watchpost-error - `token-url` or `getToken` gave no token; another attempt follows. `detail` has `status`, `message` and `retryIn`.
 */
export class WatchpostSnapshotElement extends PageElement {
  static readonly observedAttributes: string[] = [...Object.keys(attributes), 'lang'];
  /** Id of the camera; nothing is shown without one. */
  declare cameraId: string | null;
  /** Origin of the Watchpost server, `https://cams.example`; null for the page's own. */
  declare server: string | null;
  /** Embed token from the page's own backend; may be replaced at any time. */
  declare token: string | null;
  /** Address of the page's own server that answers `{"token": "…"}`. */
  declare tokenUrl: string | null;
  /** Seconds between two pictures; 30 by default, 0 for one picture. */
  declare refreshSeconds: number;
  /** Text in place of the picture; null for the camera's name. */
  declare alt: string | null;
  /** `en` or `ru`; null for the page's language. */
  declare locale: string | null;
  #getToken: GetToken | null = null;
  #source: Source | null = null;
  /** What the source was made of. */
  #sourceOf: readonly unknown[] = [];
  #refresh: Refresh | null = null;
  #sight: IntersectionObserver | null = null;
  #stopAge = (): void => {};
  #camera: Camera | null = null;
  #url: string | null = null;
  #problem: SnapshotFacts['problem'] = null;
  readonly #view: SnapshotView;

  constructor() {
    super(`${shadowTokens(tokens)}${styles}`);
    this.#view = createSnapshotView(this.root);
    this.#view.decoded(() => {
      const takenAt = this.#camera?.previewAt;
      if (takenAt) this.emit('watchpost-picture', { cameraId: this.cameraId, takenAt });
    });
  }

  /** As `getToken` of a camera. Elements that share the function share its calls: a list makes one. */
  get getToken(): GetToken | null {
    return this.#getToken;
  }
  set getToken(getToken: GetToken | null) {
    this.#getToken = getToken;
    this.update();
  }

  /** Loads the picture now, if it is visible. */
  refresh(): void {
    this.#refresh?.again();
  }

  protected draw(): void {
    const refresh = (this.#refresh ??= this.#begin());
    const { cameraId, server, token } = this;
    const source = this.#getToken ?? this.tokenUrl;
    // With a source, the page's token is only its first one.
    const now = [cameraId, server, source, source ? null : token];
    if (now.some((value, index) => value !== this.#sourceOf[index])) {
      const [before] = this.#sourceOf;
      this.#sourceOf = now;
      this.#drop();
      if (before !== cameraId) this.#forget();
      this.#source = cameraId && (source || token) ? this.#open(cameraId) : null;
      if (this.#source) refresh.again();
    }
    refresh.setInterval(this.refreshSeconds);
    this.#show();
  }

  protected override release(): void {
    super.release();
    this.#sight?.disconnect();
    this.#refresh?.dispose();
    this.#refresh = this.#sight = null;
    this.#stopAge();
    this.#drop();
    this.#sourceOf = [];
    this.#forget();
  }

  #begin(): Refresh {
    const refresh = createRefresh({ load: (signal) => this.#load(signal) });
    this.#sight = new IntersectionObserver((entries) => refresh.setVisible(entries.at(-1)?.isIntersecting ?? false), { rootMargin });
    this.#sight.observe(this);
    return refresh;
  }

  #open(cameraId: string): Source {
    const source = this.#getToken ?? this.tokenUrl;
    let first = this.token;
    const holder = source
      ? holdTokens({
          source,
          cameraIds: () => [cameraId],
          onProblem: (problem) => this.emit('watchpost-error', { ...problem, cameraIds: [cameraId] }),
          onLate: () => this.refresh(),
        })
      : null;
    const client = createPictureClient({
      baseUrl: this.server ?? '',
      locale: () => this.language(),
      onTokenExpiring: holder ? undefined : () => this.emit('watchpost-token-expiring', { cameraId }),
      token: async (refused) => {
        const given = first;
        first = null;
        if (holder) return given ?? holder.next(refused);
        if (!given || refused) throw new WatchpostError('session-expired');
        first = given;
        return given;
      },
    });
    return { client, holder };
  }

  async #load(signal: AbortSignal): Promise<void> {
    const { client } = this.#source ?? {};
    const { cameraId } = this;
    if (!client || !cameraId) return;
    try {
      const camera = await client.camera(cameraId, { signal });
      const isNew = camera.previewUrl !== this.#camera?.previewUrl || this.#url === null;
      const picture = isNew ? await client.picture(camera, { signal }) : null;
      if (signal.aborted) return;
      this.#camera = camera;
      this.#problem = null;
      if (picture) {
        const before = this.#url;
        this.#url = URL.createObjectURL(picture);
        this.#show();
        if (before) URL.revokeObjectURL(before);
      } else this.#show();
    } catch (error) {
      if (signal.aborted) throw error;
      const code = error instanceof WatchpostError ? error.code : 'network';
      this.#problem =
        code === 'not-found' || code === 'forbidden' || code === 'origin-forbidden'
          ? 'gone'
          : code === 'session-expired'
            ? 'ended'
            : 'error';
      // A picture of what the viewer can't see any more does not stay.
      if (this.#problem === 'gone') this.#forget();
      this.#show();
      throw error;
    }
  }

  #show(): void {
    this.#stopAge();
    const camera = this.#camera;
    const facts = { camera, url: this.#url, problem: this.#problem, locale: this.language(), alt: this.alt };
    this.#view.show({ ...facts, now: this.#source?.client.now() ?? systemClock.now() });
    const isOffline = camera?.state === 'offline';
    this.setStates(this.#problem ? ['error'] : isOffline ? ['offline'] : this.#url === null && this.#source ? ['buffering'] : []);
    // The label grows older between two pictures.
    if (this.#url !== null) this.#stopAge = systemClock.after(ageIntervalMs, () => this.#show());
  }

  #drop(): void {
    this.#source?.client.dispose();
    this.#source?.holder?.release();
    this.#source = null;
    this.#problem = null;
  }

  #forget(): void {
    if (this.#url) URL.revokeObjectURL(this.#url);
    this.#url = this.#camera = null;
  }
}
reflectAttributes(WatchpostSnapshotElement.prototype, attributes);
