import type { Client } from '@watchpost/sdk-core';
import { createElement } from 'preact';
import type { ComponentType } from 'preact';
import { flag, reflectAttributes, text } from '../../element/attributes.ts';
import { WatchpostElement } from '../../element/base-element.ts';
import { Checkout } from './checkout.tsx';

const styles = ':host{display:block}:host([hidden]){display:none}';

// The component is typed for React; in this build it is Preact's. Its props are the same objects.
const Component = Checkout as unknown as ComponentType<Parameters<typeof Checkout>[0]>;

const attributes = {
  server: text,
  'camera-ids': text,
  'order-id': text,
  'return-url': text,
  edit: flag(false),
  closable: flag(false),
  locale: text,
};

/**
 * Plans for the cameras of a signed-in user: what they cost now and later, the payment, and what came of it. Each attribute is also a
 * property: `cameraIds` for `camera-ids`. Changes made in the same task are applied together.
 *
 * @element watchpost-checkout
 * @attr {string} server - Origin of the Watchpost server; the page's own origin if absent.
 * @attr {string} camera-ids - Ids of the cameras that a plan is preselected for, separated by spaces.
 * @attr {string} order-id - Id of an order: shows where it stands instead of beginning another.
 * @attr {string} return-url - Where the payment service sends the browser back to; `{order}` in it is the order's id. This page if absent.
 * @attr {boolean} edit - The cameras' plans are changed rather than bought.
 * @attr {boolean} closable - Shows buttons that close it: listen to `watchpost-checkout-close`.
 * @attr {string} locale - `en` or `ru`; the page's language if absent.
 * @attr {string} data-theme - `light` or `dark`; the system's if absent.
 * @cssproperty --wp-accent - Accent colour.
 * @cssproperty --wp-raised - Background of what is chosen.
 * @cssproperty --wp-canvas - Background of the element.
 * @cssproperty --wp-ink - Text colour.
 * @cssproperty --wp-font - Font family.
 * @fires watchpost-checkout-step - Another step is shown; `detail.step` is `plans`, `review`, `payment` or `result`.
 * @fires watchpost-checkout-order - An order was made and is not paid yet; `detail.orderId` finds it again.
 * @fires watchpost-checkout-finish - What came of the order; `detail` is its `kind` and the `order`.
 * @fires watchpost-checkout-close - The user closed the checkout: the page removes it.
 */
export class WatchpostCheckoutElement extends WatchpostElement {
  static readonly observedAttributes: string[] = [...Object.keys(attributes), 'lang'];
  /** Origin of the Watchpost server; null for the page's own. */
  declare server: string | null;
  /** Ids of the cameras that a plan is preselected for, separated by spaces. Other ones begin another purchase. */
  declare cameraIds: string | null;
  /** Id of an order: shows where it stands. */
  declare orderId: string | null;
  /** Where the payment service sends the browser back to, on the server's own origin; `{order}` in it is the order's id. Null for this page. */
  declare returnUrl: string | null;
  /** False by default; true changes plans rather than buys them. */
  declare edit: boolean;
  /** False by default; true shows buttons that fire `watchpost-checkout-close`. */
  declare closable: boolean;
  /** `en` or `ru`; null for the page's language. */
  declare locale: string | null;
  #given: Client | null = null;
  #own: Client | null = null;
  #isLoading = false;
  /** The same function each time: the parts of the checkout depend on it. */
  readonly #close = (): void => this.emit('watchpost-checkout-close', {});

  constructor() {
    super(styles);
  }

  /** The page's client of a signed-in user. Without one the element uses the session that this browser has on the page's origin. */
  get client(): Client | null {
    return this.#given;
  }
  set client(client: Client | null) {
    this.#given = client;
    this.update();
  }

  override attributeChangedCallback(name?: string, before?: string | null, next?: string | null): void {
    if (name === 'server' && before !== next) this.#dropOwn();
    this.update();
  }

  protected view(): object | null {
    const client = this.#given ?? this.#own;
    if (!client) {
      void this.#createOwn();
      return null;
    }
    return createElement(Component, {
      // Other cameras are another purchase.
      key: this.cameraIds,
      client,
      cameraIds: this.cameraIds?.split(/[\s,]+/).filter(Boolean),
      orderId: this.orderId ?? undefined,
      returnUrl: this.returnUrl ?? undefined,
      edit: this.edit,
      locale: this.language(),
      onStep: (step) => this.emit('watchpost-checkout-step', { step }),
      onOrder: (orderId) => this.emit('watchpost-checkout-order', { orderId }),
      onFinish: (result) => this.emit('watchpost-checkout-finish', result),
      onClose: this.closable ? this.#close : undefined,
    });
  }

  protected override release(): void {
    super.release();
    this.#dropOwn();
  }

  /** Pages that pass a client never load this. */
  async #createOwn(): Promise<void> {
    if (this.#isLoading) return;
    this.#isLoading = true;
    try {
      const { createPageClient } = await import('./checkout-page-client.ts');
      if (this.isConnected) this.#own ??= createPageClient(this.server ?? '', () => this.language());
      this.update();
    } finally {
      this.#isLoading = false;
    }
  }

  #dropOwn(): void {
    this.#own?.dispose();
    this.#own = null;
  }
}
reflectAttributes(WatchpostCheckoutElement.prototype, attributes);
