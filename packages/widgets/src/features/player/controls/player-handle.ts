import type { ReadonlySignal } from '@preact/signals-core';
import type { PlayerController } from '../player-controller-types.ts';
import type { ControlModel } from './control-model.ts';
import { takeSnapshot } from './picture/snapshot.ts';
import type { Snapshot } from './picture/snapshot.ts';
import type { TalkState } from './talk/talk-state.ts';
import type { ZoomView } from './zoom/zoom-view.ts';

/** What a page can do with a player that is on it; the same that a person can. */
export interface CameraPlayerHandle {
  /** Playback: states as signals, play, seek, speed, quality, statistics. */
  readonly controller: PlayerController;
  /**
   * The picture on the screen as a file in the camera's full size, whatever the zoom; null while there is none.
   * @example const picture = await player.snapshot();
   */
  snapshot(): Promise<Snapshot | null>;
  /** Takes a snapshot and hands it to the browser's downloads, with a flash. */
  saveSnapshot(): Promise<void>;
  /** What part of the picture is shown. */
  readonly zoom: ReadonlySignal<ZoomView>;
  /** @param view `{ scale: 1 }` to 8; `x` and `y` are the middle as shares of the picture. What does not fit is moved inside. */
  setZoom(view: ZoomView): void;
  /** Push to talk: `press`, then `lock` or `release`; `end` at any time. */
  readonly talk: { readonly state: ReadonlySignal<TalkState>; readonly level: ReadonlySignal<number>; press(): void; lock(): void; release(): void; end(): void };
  /** Needs a press of a person, as browsers want it. */
  togglePictureInPicture(): Promise<void>;
  /** Needs a press of a person, as browsers want it. */
  toggleFullscreen(): void;
  showStatistics(shown: boolean): void;
  showKeys(shown: boolean): void;
}

export function createPlayerHandle(model: ControlModel): CameraPlayerHandle {
  const { controller, talk, view } = model;
  return {
    controller, talk,
    zoom: view,
    snapshot: () => takeSnapshot(controller, model.options.stage),
    saveSnapshot: () => model.saveSnapshot(),
    setZoom: (next) => model.setView(next),
    togglePictureInPicture: () => model.togglePictureInPicture(),
    toggleFullscreen: () => model.toggleFullscreen(),
    showStatistics: (shown) => model.showStatistics(shown),
    showKeys: (shown) => model.showKeys(shown),
  };
}
