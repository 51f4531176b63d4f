import type { InferenceSession, Tensor } from 'onnxruntime-node';
import type { Area } from '../../detection/motion-model.ts';
import { pictureInput } from '../model/convert-model.ts';
import {
  closeLooks,
  cropsAround,
  placeInPicture,
  surerOf,
  withoutDuplicates,
  type DetectedObject,
  type PixelRegion,
} from './object-boxes.ts';
import { toRgbSquare, type PlanarPicture } from './picture-part.ts';
import { modelInputSize, objectsOf } from './ssd-boxes.ts';

/** Finds the objects in a picture: looks at the whole of it, more closely where something moves, and again at what it is not sure of. */
export type Recognise = (picture: PlanarPicture, moving: readonly Area[]) => Promise<DetectedObject[]>;

/** @param runtime onnxruntime-node, which is optional @param session of the model */
export function createRecogniser(runtime: { readonly Tensor: typeof Tensor }, session: InferenceSession): Recognise {
  const recognisePart = async (picture: PlanarPicture, part: PixelRegion): Promise<DetectedObject[]> => {
    const rgb = toRgbSquare(picture, part, modelInputSize);
    const input = new runtime.Tensor('uint8', rgb, [1, modelInputSize, modelInputSize, 3]);
    const output = await session.run({ [pictureInput]: input });
    const floats = (name: string): Float32Array => {
      const data = output[name]?.data;
      return data instanceof Float32Array ? data : new Float32Array();
    };
    const found = objectsOf({
      offsets: floats('offsets'),
      scores: floats('scores'),
      anchors: floats('anchors'),
    });
    // Without the many boxes of each object before they are compared with those of other parts.
    return placeInPicture(withoutDuplicates(found), part, picture);
  };
  return async (picture, moving) => {
    const whole: PixelRegion = { left: 0, top: 0, width: picture.width, height: picture.height };
    const found: DetectedObject[] = [];
    for (const part of [whole, ...cropsAround(moving, picture)]) found.push(...(await recognisePart(picture, part)));
    const seen = withoutDuplicates(found);
    const surer = new Map<DetectedObject, DetectedObject>();
    for (const { object, part } of closeLooks(seen, moving, picture))
      surer.set(object, surerOf(object, await recognisePart(picture, part)));
    return surer.size === 0 ? seen : withoutDuplicates(seen.map((object) => surer.get(object) ?? object));
  };
}
