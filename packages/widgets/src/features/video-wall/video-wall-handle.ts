import type { ReadonlySignal } from '@preact/signals-core';

/** What a page can do with a wall: for all of its cameras, or for one. A camera that is not shown at the moment is ignored. */
export interface VideoWallHandle {
  /** Continues what is paused. */
  play(cameraId?: string): void;
  pause(cameraId?: string): void;
  /**
   * Shows a moment of the recordings. For all cameras: up to four at a time, in sync; they also move together while they are in sync.
   * @param time Unix milliseconds, or `live`
   * @example wall.seek(Date.now() - 60_000)
   */
  seek(time: number | 'live', cameraId?: string): void;
  /** The camera with sound; null for none. */
  readonly soundCameraId: ReadonlySignal<string | null>;
  /** Turns on the sound of one camera and turns off the others'; null: no sound. */
  setSound(cameraId: string | null): void;
}
