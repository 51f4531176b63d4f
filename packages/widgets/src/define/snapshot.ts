import { defineElement } from '../element/define.ts';
import { WatchpostSnapshotElement } from '../features/player/player-snapshot-element.ts';

declare global {
  interface HTMLElementTagNameMap {
    'watchpost-snapshot': WatchpostSnapshotElement;
  }
}

defineElement('watchpost-snapshot', WatchpostSnapshotElement);
