import { defineElement } from '../element/define.ts';
import { WatchpostShareElement } from '../features/sharing/sharing-element.ts';

declare global {
  interface HTMLElementTagNameMap {
    'watchpost-share': WatchpostShareElement;
  }
}

defineElement('watchpost-share', WatchpostShareElement);
