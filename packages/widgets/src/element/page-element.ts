import { defaultLocale, locales } from '@watchpost/sdk-core';
import type { Locale } from '@watchpost/sdk-core';
import { onPageLanguage } from './page-language.ts';
import { sheetOf } from './stylesheets.ts';

// A server that renders pages imports the classes too. It has no elements and never creates one.
const Base: typeof HTMLElement = globalThis.HTMLElement ?? (class {} as unknown as typeof HTMLElement);

/** What `:state()` can name. */
export type ElementStateName = 'live' | 'playing' | 'buffering' | 'offline' | 'error';

/** A custom element that draws into its shadow root: at most once per microtask. Removing it cleans up everything. */
export abstract class PageElement extends Base {
  readonly #root: ShadowRoot;
  readonly #internals: ElementInternals;
  #queued = false;
  #stopLanguage = (): void => {};

  constructor(styles: string) {
    super();
    this.#internals = this.attachInternals();
    this.#root = this.attachShadow({ mode: 'open' });
    this.#root.adoptedStyleSheets = [sheetOf(styles)];
  }

  protected get root(): ShadowRoot {
    return this.#root;
  }

  /** Draws the element. Called once for all changes of a task. */
  protected abstract draw(): void;

  connectedCallback(): void {
    // Properties that the page set before the element was defined would hide the element's own.
    for (const name of Object.keys(this)) {
      const early: unknown = Reflect.get(this, name);
      Reflect.deleteProperty(this, name);
      Reflect.set(this, name, early);
    }
    this.#stopLanguage();
    this.#stopLanguage = onPageLanguage(() => this.update());
    this.update();
  }

  disconnectedCallback(): void {
    // Moving an element disconnects and reconnects it synchronously: only a real removal releases it.
    queueMicrotask(() => {
      if (!this.isConnected) this.release();
    });
  }

  attributeChangedCallback(): void {
    this.update();
  }

  /** The element has left the page. */
  protected release(): void {
    this.#stopLanguage();
    this.setStates([]);
  }

  protected update(): void {
    if (this.#queued) return;
    this.#queued = true;
    queueMicrotask(() => {
      this.#queued = false;
      // A page that the browser prepares may never be seen: until then, it loads and watches nothing.
      const page: Document & { readonly prerendering?: boolean } = document;
      if (page.prerendering) page.addEventListener('prerenderingchange', () => this.update());
      else if (this.isConnected) this.draw();
    });
  }

  /** The first supported language of the element's, the page's and the browser's. */
  protected language(): Locale {
    const near = this.closest<HTMLElement>('[lang]')?.lang;
    const tags = [this.getAttribute('locale'), near, document.documentElement.lang, ...navigator.languages];
    return tags.flatMap((tag) => locales.filter((locale) => tag?.toLowerCase().startsWith(locale)))[0] ?? defaultLocale;
  }

  /** Sets what `:state()` matches. */
  protected setStates(now: readonly ElementStateName[]): void {
    try {
      const { states } = this.#internals;
      states.clear();
      for (const name of now) states.add(name);
    } catch {
      // Chromium before 125 takes only names with two dashes.
    }
  }

  protected emit(type: string, detail: object): void {
    this.dispatchEvent(new CustomEvent(type, { detail, bubbles: true, composed: true }));
  }
}
