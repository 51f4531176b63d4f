import { render } from 'preact';
import type { ComponentChild } from 'preact';
import { sheetOf } from './stylesheets.ts';

/** A custom element that shows a component in its shadow root: renders once a microtask, and leaves nothing when removed. */
export abstract class WatchpostElement extends HTMLElement {
  readonly #root: ShadowRoot;
  #queued = false;

  constructor(styles: string) {
    super();
    this.#root = this.attachShadow({ mode: 'open' });
    this.#root.adoptedStyleSheets = [sheetOf(styles)];
  }

  /** What to show; null for nothing. */
  protected abstract view(): ComponentChild;

  connectedCallback(): void {
    // What a page set before the element was defined would hide the element's own properties.
    for (const name of Object.keys(this)) {
      const early: unknown = Reflect.get(this, name);
      Reflect.deleteProperty(this, name);
      Reflect.set(this, name, early);
    }
    this.update();
  }

  disconnectedCallback(): void {
    // A move in the document disconnects and connects at once: only a real removal takes everything down.
    queueMicrotask(() => {
      if (!this.isConnected) this.release();
    });
  }

  attributeChangedCallback(): void {
    this.update();
  }

  /** Takes the component down. */
  protected release(): void {
    render(null, this.#root);
  }

  protected update(): void {
    if (this.#queued) return;
    this.#queued = true;
    queueMicrotask(() => {
      this.#queued = false;
      if (this.isConnected) render(this.view(), this.#root);
    });
  }
}
