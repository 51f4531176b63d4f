import { defineElement } from '../element/define.ts';
import { WatchpostCameraElement } from '../features/player/player-element.ts';

declare global {
  interface HTMLElementTagNameMap {
    'watchpost-camera': WatchpostCameraElement;
  }
}

defineElement('watchpost-camera', WatchpostCameraElement);
