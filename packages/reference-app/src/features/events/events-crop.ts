import type { EventArea } from '@watchpost/sdk-core';

/** What of a picture fills its frame, as fractions of the picture. It reaches beyond the picture where that is not 16:9 and shown whole. */
export interface Crop {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A position in the frame, as fractions of the frame. */
interface Place {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Width by height of the frames of event pictures, and of most pictures. */
export const frameAspect = 16 / 9;

/** Size of the crop relative to the subject: a person is hard to place without the door they stand at. */
const cropScale = 1.9;
/** Minimum fraction: a closer crop has no detail left. */
const minCropSize = 0.4;

/** Returns the crop around the subject of an event. @param aspect width by height of the picture */
export function cropAround(area: EventArea, aspect = frameAspect): Crop {
  // The same number of pixels is another fraction of the width than of the height.
  const ratio = aspect / frameAspect;
  const whole = Math.max(1, 1 / ratio);
  const width = Math.min(whole, Math.max(minCropSize * Math.min(1, 1 / ratio), Math.max(area.width, area.height / ratio) * cropScale));
  const height = width * ratio;
  const within = (middle: number, size: number): number =>
    size >= 1 ? (1 - size) / 2 : Math.min(1 - size, Math.max(0, middle - size / 2));
  return { x: within(area.x + area.width / 2, width), y: within(area.y + area.height / 2, height), width, height };
}

/** Returns the crop that shows the whole picture. @param aspect width by height of the picture */
export function wholePicture(aspect = frameAspect): Crop {
  return cropAround({ x: 0, y: 0, width: 1, height: 1 }, aspect);
}

/** Returns the position of a part of the picture in the frame that shows a crop. */
export function placeIn(crop: Crop, { x, y, width, height }: EventArea): Place {
  return {
    left: (x - crop.x) / crop.width,
    top: (y - crop.y) / crop.height,
    width: width / crop.width,
    height: height / crop.height,
  };
}
