import { createElement } from 'preact';
import type { ComponentType } from 'preact';
import { reflectAttributes, text } from '../../element/attributes.ts';
import { WatchpostElement } from '../../element/base-element.ts';
import { shadowTokens } from '../../element/shadow-tokens.ts';
import { ru } from '../../i18n/messages-ru.ts';
import tokens from '../../theme/picture-tokens.css?inline';
import { MessagesProvider } from './player-context.tsx';
import type { WatchpostCameraElement } from './player-element.ts';
import { stateNames } from './player-state-names.ts';
import { Timeline } from './player-timeline.tsx';
import playerStyles from './player.css?inline';

const styles = `${shadowTokens(tokens)}${playerStyles}:host{display:block}:host([hidden]){display:none}`;
/** A moment closer to now than this means live, milliseconds. */
const liveWithinMs = 2_000;

// The components are typed for React; in this build they are Preact's. Their props are the same objects.
const Provider = MessagesProvider as unknown as ComponentType<Parameters<typeof MessagesProvider>[0]>;
const Line = Timeline as unknown as ComponentType<Parameters<typeof Timeline>[0]>;

const attributes = { for: text, locale: text };

/**
 * The timeline of a camera elsewhere on the page: shows what is recorded, follows the camera's playhead and seeks it, by pointer and keyboard.
 * The camera may come later, or be replaced. Each attribute is also a property.
 *
 * @element watchpost-timeline
 * @attr {string} for - The `id` of the `<watchpost-camera>`, in the same document or shadow root.
 * @attr {string} locale - `en` or `ru`; the page's language if absent.
 * @attr {"light"|"dark"} data-theme - `light` or `dark`; the system's if absent.
 * @slot tools - Buttons of your own in the row above the timeline.
 * @csspart timeline - The timeline.
 * @cssstate live - The camera's live picture is shown.
 * @cssstate playing - The camera is playing.
 * @cssstate buffering - The camera has no picture yet.
 * @cssstate offline - The camera is offline.
 * @cssstate error - The camera can't be shown.
 * @cssproperty --wp-accent - Accent colour.
 * @cssproperty --wp-raised - Background of what lies over the timeline.
 * @cssproperty --wp-ink - Text colour.
 * @cssproperty --wp-font - Font family.
 */
export class WatchpostTimelineElement extends WatchpostElement {
  static readonly observedAttributes: string[] = [...Object.keys(attributes), 'lang'];
  /** The `id` of the `<watchpost-camera>`, in the same document or shadow root. */
  declare for: string | null;
  /** `en` or `ru`; null for the page's language. */
  declare locale: string | null;
  #stopLooking = (): void => {};
  #camera: WatchpostCameraElement | null = null;
  #stopStates = (): void => {};

  constructor() {
    super(styles);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#stopLooking();
    const scope = this.getRootNode();
    const update = (): void => this.update();
    // The camera comes, goes, or is replaced; and its player is ready later than the element.
    const changes = new MutationObserver(() => this.#find() !== this.#camera && this.update());
    changes.observe(scope, { childList: true, subtree: true, attributeFilter: ['id'] });
    scope.addEventListener('watchpost-ready', update);
    this.#stopLooking = () => {
      changes.disconnect();
      scope.removeEventListener('watchpost-ready', update);
    };
  }

  protected view(): object | null {
    const camera = (this.#camera = this.#find());
    const { client, controller } = camera?.player ?? {};
    this.#stopStates();
    this.#stopStates = controller?.state.subscribe(({ kind }) => this.setStates(stateNames[kind])) ?? (() => this.setStates([]));
    if (!camera || !client || !controller) return null;
    const locale = this.language();
    const onSeek = (time: number | 'live'): void => {
      const target = time !== 'live' && time >= controller.now() - liveWithinMs ? 'live' : time;
      if (camera.time !== target) camera.time = target;
      else if (target === 'live') controller.goLive();
      else controller.seek(target);
      const detail = { time: target, cameraId: camera.cameraId };
      camera.dispatchEvent(new CustomEvent('watchpost-time', { detail, bubbles: true, composed: true }));
    };
    return createElement(
      Provider,
      { client, locale, messages: locale === 'ru' ? ru : undefined },
      createElement('div', { class: 'wp-camera' }, createElement(Line, { key: keyOf(controller), controller, onSeek })),
    );
  }

  protected override release(): void {
    super.release();
    this.#stopLooking();
    this.#stopStates();
    this.#camera = null;
  }

  #find(): WatchpostCameraElement | null {
    const scope = this.getRootNode();
    if (!this.for || !(scope instanceof Document || scope instanceof ShadowRoot)) return null;
    const found = scope.getElementById(this.for);
    return isCamera(found) ? found : null;
  }
}
reflectAttributes(WatchpostTimelineElement.prototype, attributes);

/** Under any name that the page has registered it with. */
function isCamera(element: Element | null): element is WatchpostCameraElement {
  return element !== null && 'player' in element && 'cameraId' in element;
}

const keys = new WeakMap<object, number>();
let lastKey = 0;

/** Another camera gets another timeline: the window and the previews of the last one mean nothing to it. */
function keyOf(controller: object): number {
  const key = keys.get(controller) ?? (lastKey += 1);
  keys.set(controller, key);
  return key;
}
