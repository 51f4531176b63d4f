import { defineElement } from '../element/define.ts';
import { WatchpostCameraElement } from '../features/player/player-element.ts';

defineElement('watchpost-camera', WatchpostCameraElement);
