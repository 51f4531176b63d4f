import { systemClock } from '@watchpost/sdk-core';
import type { PlayerController } from '../../player-controller.ts';
import { snapshotName } from './snapshot-name.ts';

/** A picture as a file. */
export interface Snapshot {
  /** PNG in the camera's full size, whatever the zoom. */
  readonly blob: Blob;
  /** `front-door 2026-11-21 14-02-11.png`, in the camera's time zone. */
  readonly name: string;
  /** The moment that it shows, Unix milliseconds. */
  readonly time: number;
}

/**
 * What is on the screen now, as a file.
 * @param stage what the picture stands in
 * @returns null while there is no picture
 */
export async function takeSnapshot(controller: PlayerController, stage: HTMLElement): Promise<Snapshot | null> {
  // A paused live picture, and one that is held while the next is on its way, stands on the canvas above the video.
  const picture = stage.querySelector<HTMLCanvasElement>('.wp-picture>canvas:not([hidden])') ?? controller.picture();
  const { width, height } = sizeOf(picture);
  // At once: a moment later another frame is shown. What has no moment yet is an old preview.
  const time = controller.position.peek();
  if (width === 0 || height === 0 || time === null) return null;
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  canvas.getContext('2d')?.drawImage(picture, 0, 0, width, height);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  const camera = controller.camera.peek();
  return blob && { blob, time, name: snapshotName(camera?.title ?? '', time, camera?.timeZone) };
}

/** Size of what a picture element shows, pixels; 0 before the first frame. */
export function sizeOf(picture: HTMLVideoElement | HTMLCanvasElement): { readonly width: number; readonly height: number } {
  if (picture instanceof HTMLCanvasElement) return picture;
  return picture.readyState < 2 ? { width: 0, height: 0 } : { width: picture.videoWidth, height: picture.videoHeight };
}

/** Hands a file to the browser's downloads. Its address ends a little later: some browsers read it only then. */
export function saveFile(blob: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  systemClock.after(10_000, () => URL.revokeObjectURL(link.href));
}
