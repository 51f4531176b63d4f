import { defineElement } from '../element/define.ts';
import { WatchpostVideoWallElement } from '../features/video-wall/video-wall-element.ts';

declare global {
  interface HTMLElementTagNameMap {
    'watchpost-video-wall': WatchpostVideoWallElement;
  }
}

defineElement('watchpost-video-wall', WatchpostVideoWallElement);
