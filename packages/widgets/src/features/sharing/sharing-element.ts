import type { Client, Invite } from '@watchpost/sdk-core';
import { createElement } from 'preact';
import type { ComponentType } from 'preact';
import { flag, reflectAttributes, text } from '../../element/attributes.ts';
import { WatchpostElement } from '../../element/base-element.ts';
import { ShareDialog } from './sharing-dialog.tsx';

const styles = ':host{display:contents}';

// The component is typed for React; in this build it is Preact's. Its props are the same objects.
const Dialog = ShareDialog as unknown as ComponentType<Parameters<typeof ShareDialog>[0]>;

const attributes = {
  server: text,
  'camera-ids': text,
  open: flag(false),
  locale: text,
};

/**
 * The share dialog on any page of a signed-in user: a link to cameras, what it allows and until when. Each attribute is also a property:
 * `cameraIds` for `camera-ids`. Changes made in the same task are applied together.
 *
 * @element watchpost-share
 * @attr {string} server - Origin of the Watchpost server; the page's own origin if absent.
 * @attr {string} camera-ids - Ids of the cameras that are selected at first, separated by spaces.
 * @attr {boolean} open - Shows the dialog. The user's closing removes it.
 * @attr {string} locale - `en` or `ru`; the page's language if absent.
 * @attr {string} data-theme - `light` or `dark`; the system's if absent.
 * @cssproperty --wp-accent - Accent colour.
 * @cssproperty --wp-raised - Background of the dialog.
 * @cssproperty --wp-ink - Text colour.
 * @cssproperty --wp-r-picture - Corner radius of pictures.
 * @cssproperty --wp-font - Font family.
 * @fires watchpost-share-created - The user created a link; `detail` is the `invite` and its `url`.
 * @fires watchpost-share-updated - The user changed the link; `detail` is the `invite` and its `url`.
 * @fires watchpost-share-close - The user closed the dialog; `open` is false already.
 */
export class WatchpostShareElement extends WatchpostElement {
  static readonly observedAttributes: string[] = [...Object.keys(attributes), 'lang'];
  /** Origin of the Watchpost server; null for the page's own. */
  declare server: string | null;
  /** Ids of the cameras that are selected at first, separated by spaces. */
  declare cameraIds: string | null;
  /** Shows the dialog; false by default, and once the user has closed it. */
  declare open: boolean;
  /** `en` or `ru`; null for the page's language. */
  declare locale: string | null;
  #given: Client | null = null;
  #own: Client | null = null;
  #invite: Invite | null = null;
  #isLoading = false;

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

  /** A link of the user to edit, instead of creating one. */
  get invite(): Invite | null {
    return this.#invite;
  }
  set invite(invite: Invite | null) {
    this.#invite = invite;
    this.update();
  }

  override attributeChangedCallback(name?: string, before?: string | null, next?: string | null): void {
    if (name === 'server' && before !== next) this.#dropOwn();
    this.update();
  }

  protected view(): object | null {
    if (!this.open) return null;
    const client = this.#given ?? this.#own;
    if (!client) {
      void this.#createOwn();
      return null;
    }
    const emit = (type: string, invite: Invite): void => this.emit(type, { invite, url: client.sharing.inviteUrl(invite) });
    return createElement(Dialog, {
      client,
      open: true,
      cameraIds: this.cameraIds?.split(/[\s,]+/).filter(Boolean),
      invite: this.#invite ?? undefined,
      locale: this.language(),
      onCreated: (invite) => emit('watchpost-share-created', invite),
      onUpdated: (invite) => emit('watchpost-share-updated', invite),
      onClose: () => {
        this.open = false;
        this.emit('watchpost-share-close', {});
      },
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
      const { createPageClient } = await import('./sharing-page-client.ts');
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
reflectAttributes(WatchpostShareElement.prototype, attributes);
