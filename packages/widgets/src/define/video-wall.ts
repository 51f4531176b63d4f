import { defineElement } from '../element/define.ts';
import { WatchpostVideoWallElement } from '../features/video-wall/video-wall-element.ts';

defineElement('watchpost-video-wall', WatchpostVideoWallElement);
