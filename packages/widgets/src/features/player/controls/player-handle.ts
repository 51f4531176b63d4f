import type { ReadonlySignal } from '@preact/signals-core';
import type { ViewerClient } from '@watchpost/sdk-core';
import type { PlayerController } from '../player-controller-types.ts';
import type { ControlModel } from './control-model.ts';
import { takeSnapshot } from './picture/snapshot.ts';
import type { Snapshot } from './picture/snapshot.ts';
import type { TalkState } from './talk/talk-state.ts';
import type { ZoomView } from './zoom/zoom-view.ts';

/** What a page can do with a player: everything that its user can. */
export interface CameraPlayerHandle {
  /** What the player requests its camera with. */
  readonly client: ViewerClient;
  /** Playback: states as signals, play, seek, speed, quality, statistics. */
  readonly controller: PlayerController;
  /**
   * The current picture as a file in the camera's full size, regardless of zoom; null without a picture.
   * @example const picture = await player.snapshot();
   */
  snapshot(): Promise<Snapshot | null>;
  /** Takes a snapshot and downloads it, with a flash. */
  saveSnapshot(): Promise<void>;
  /** The visible part of the picture. */
  readonly zoom: ReadonlySignal<ZoomView>;
  /** @param view `scale` 1 to 8; `x` and `y` are the center as fractions of the picture. The view is moved to stay inside the picture. */
  setZoom(view: ZoomView): void;
  /** Push-to-talk: `press`, then `lock` or `release`; `end` at any time. */
  readonly talk: {
    readonly state: ReadonlySignal<TalkState>;
    /** How loud the user speaks, 0 to 1. */
    readonly level: ReadonlySignal<number>;
    /** The button goes down: asks for the microphone and begins. Call it in a user gesture. */
    press(): void;
    /** Talks on after the button is released. */
    lock(): void;
    /** The button goes up: ends, unless it is locked. */
    release(): void;
    /** Ends at once. */
    end(): void;
  };
  /** Call it in a user gesture, as browsers require. */
  togglePictureInPicture(): Promise<void>;
  /** Call it in a user gesture, as browsers require. */
  toggleFullscreen(): void;
  /** Shows or hides the panel of statistics. */
  showStatistics(shown: boolean): void;
  /** Shows or hides the list of keyboard shortcuts. */
  showKeys(shown: boolean): void;
}

export function createPlayerHandle(model: ControlModel): CameraPlayerHandle {
  const { controller, talk, view } = model;
  return {
    client: model.options.client,
    controller,
    talk,
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
