import { defineElement } from '../element/define.ts';
import { WatchpostTimelineElement } from '../features/player/player-timeline-element.ts';

declare global {
  interface HTMLElementTagNameMap {
    'watchpost-timeline': WatchpostTimelineElement;
  }
}

defineElement('watchpost-timeline', WatchpostTimelineElement);
