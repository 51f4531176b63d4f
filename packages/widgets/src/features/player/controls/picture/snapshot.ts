import type { PlayerController } from '../../player-controller.ts';
import { snapshotName } from './snapshot-name.ts';

/** A snapshot as a file. */
export interface Snapshot {
  /** PNG in the camera's full size, regardless of zoom. */
  readonly blob: Blob;
  /** `Front door 2026-11-21 14.02.11+0300.png`, in the camera's time zone. */
  readonly name: string;
  /** The moment it shows, Unix milliseconds. */
  readonly time: number;
}

/**
 * The current picture as a file.
 * @param stage the element that contains the picture
 * @returns null without a picture
 */
export async function takeSnapshot(controller: PlayerController, stage: HTMLElement): Promise<Snapshot | null> {
  // A paused live picture, or one that is held while the next loads, is on the canvas above the video.
  const picture = stage.querySelector<HTMLCanvasElement>('.wp-picture>canvas:not([hidden],.wp-watermark)') ?? controller.picture();
  const { width, height } = sizeOf(picture);
  // Read it now: a moment later another frame is shown. A picture without a time is an old preview.
  const time = controller.position.peek();
  if (width === 0 || height === 0 || time === null) return null;
  const camera = controller.camera.peek();
  const watermark = stage.querySelector<HTMLCanvasElement>('.wp-picture>.wp-watermark');
  // A picture must not leave the page without the mark that it has on the page.
  if (camera?.watermark && !watermark) return null;
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const pen = canvas.getContext('2d');
  pen?.drawImage(picture, 0, 0, width, height);
  if (watermark) pen?.drawImage(watermark, 0, 0, width, height);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  return blob && { blob, time, name: snapshotName(camera?.title ?? '', time, camera?.timeZone) };
}

/** Size of a picture element's content, pixels; 0 before the first frame. */
export function sizeOf(picture: HTMLVideoElement | HTMLCanvasElement): { readonly width: number; readonly height: number } {
  if (picture instanceof HTMLCanvasElement) return picture;
  return picture.readyState < 2 ? { width: 0, height: 0 } : { width: picture.videoWidth, height: picture.videoHeight };
}
