import { defineElement } from '../element/define.ts';
import { WatchpostCheckoutElement } from '../features/checkout/checkout-element.ts';

declare global {
  interface HTMLElementTagNameMap {
    'watchpost-checkout': WatchpostCheckoutElement;
  }
}

defineElement('watchpost-checkout', WatchpostCheckoutElement);
